"""The Chinese texts of the command line and of its settings."""

from __future__ import annotations

from typing import Final

__all__ = ["CLI_TEXTS"]

CLI_TEXTS: Final[dict[str, str]] = {
    "cli.about": "在终端里回答智能体的问题，审阅它的计划。",
    "cli.examples": (
        "示例：\n"
        "  dsh-app                    用默认剧本启动\n"
        "  dsh-app run                同上\n"
        "  dsh-app run my.yaml        用你自己的剧本启动\n"
        "\n"
        "退出状态：0 正常离开，2 输入有误或没有终端，4 被要求结束，70 内部错误，\n"
        "130 被中断。程序里按 ? 查看所有按键，按 Ctrl+Q 退出。"
    ),
    "cli.version": "显示版本并退出",
    "cli.help": "显示帮助并退出",
    "cli.run": "用剧本智能体启动程序",
    "cli.run.scenario": "YAML 文件，或程序自带剧本的名字",
    "cli.language": "界面语言：{languages}（默认由设置或区域决定）",
    "cli.ascii": "只用 ASCII 字符绘制",
    "cli.theme": "配色主题的名字，例如 {themes}",
    "cli.usage_error": "{program}：{problem}；见 {program} --help",
    "cli.error": "{program}：{problem}",
    "cli.no_terminal.none": "没有终端：这是全屏程序，请从终端启动",
    "cli.no_terminal.background": "在后台：请先切到前台（fg）再启动",
    "cli.no_terminal.dumb": "TERM 为 dumb：全屏程序需要能移动光标的终端",
    "cli.internal": "{program}：内部错误，见上文",
    # What is wrong with the settings.
    "settings.error": "{file}：{problem}",
    "settings.unreadable": "无法读取：{reason}",
    "settings.syntax": "不是有效的 TOML：{reason}",
    "settings.unknown": "没有设置项 {setting!r}（可用：{known}）",
    "settings.type": "{setting} 应为{expected}，而不是 {given}",
    "settings.choice": "{setting} 应为 {expected} 之一，而不是 {given}",
    "settings.keys": "keys：{problem}",
    "settings.expected.boolean": " true 或 false",
    "settings.expected.string": "字符串",
    "settings.expected.table": "表",
    "settings.expected.keys": '按键列表，如 ["x", "ctrl+x"]',
}
