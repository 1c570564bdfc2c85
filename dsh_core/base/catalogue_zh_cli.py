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
    "input.stdin": "标准输入",
    "input.at": "{place}：{problem}",
    "input.directory": "{place}：是目录，应为文件",
    "input.unreadable": "{place}：无法读取：{why}",
    "input.nul": "{place}：文件名中不能有 NUL",
    "input.too_large": "{place}：超过 {size} MiB",
    "input.encoding": "{place}：第 0 字节：是 {encoding}，应为 UTF-8",
    "input.byte_order_mark": "{place}：第 0 字节：有字节顺序标记，应为不带标记的 UTF-8",
    "input.not_utf8": "{place}：第 {at} 字节：不是 UTF-8",
    "input.binary": "{place}：第 {at} 字节：是二进制，应为 UTF-8 文本",
    "input.empty": "{place}：第 1 行第 1 列：不是 JSON：内容为空",
    "input.not_json_at": "{place}：第 {line} 行第 {column} 列：不是 JSON：{why}",
    "input.too_deep": "{place}：第 {line} 行第 {column} 列：嵌套超过 {most} 层",
    "answers.no_object": "{place}：应为对象，{shapes}",
    "answers.no_question": "{place}：没有可供回答的问题 {question}",
    "answers.too_many": "{place}：问题 {question} 的回答比提问多",
    "answers.misfit": "{place}：对 {question} 的回答：{why}",
    "answers.shape": (
        '{place}：对 {question} 的回答：应为文本、标签列表，或含有 "selected" 和 "custom" 的对象'
    ),
}
