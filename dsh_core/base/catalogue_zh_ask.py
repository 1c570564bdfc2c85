"""The Chinese texts of asking from the command line."""

from __future__ import annotations

from typing import Final

__all__ = ["ASK_TEXTS"]

ASK_TEXTS: Final[dict[str, str]] = {
    "cli.ask": "向人提出一组问题，并以 JSON 打印回答",
    "cli.ask.more": (
        "示例：\n"
        "  dsh-app ask questions.json\n"
        "  jq ... | dsh-app ask - | jq .answers\n"
        "\n"
        "退出状态：0 已回答，2 输入有误或没有终端，3 已放弃，4 已中止，\n"
        "70 内部错误，130 被中断。只有回答会写到标准输出。"
    ),
    "cli.ask.request": "请求（JSON）；- 或不给则从标准输入读取",
    "cli.linear": "逐行提问：提示写到标准错误，每行一个回答",
    "cli.ask.inline": "只占提示符下面几行，而不是整个屏幕",
    "cli.ask.timeout": "到时无人回答则按中止结束",
    "cli.ask.answers": "按问题 id 从 JSON 文件取回答，不问任何人",
    "cli.ask.policy": "不问任何人：recommended 取推荐项，skip 全部跳过，fail 失败",
    "cli.run.linear": "逐行显示，而不是全屏",
    "cli.review": "请人审阅一份计划，并以退出状态告知结论",
    "cli.review.more": (
        "示例：\n"
        "  dsh-app review plan.md && ./deploy\n"
        "  dsh-app review --since old.md plan.md\n"
        "\n"
        "退出状态：0 已批准，1 已拒绝或附反馈退回，2 输入有误或没有终端，3 已放弃，4 已中止，\n"
        "70 内部错误，130 被中断。只有回答会以 JSON 写到标准输出。"
    ),
    "cli.review.plan": "计划（Markdown）；- 从标准输入读取",
    "cli.review.since": "更早的计划：显示此后的变更",
    "review.question": "批准 {name}？",
    "review.stdin": "这份计划",
    "review.both_stdin": "两份计划中只能有一份来自标准输入",
    "review.no_plan": "{place}：是终端；请指定文件或用管道传入计划",
    "review.empty": "{place}：是空的；需要一份计划",
    "review.unchanged": "与 {name} 相比没有变化。",
    "ask.no_request": "{place}：是终端；请指定文件或用管道传入请求",
    "ask.no_terminal_for_answers": "没有可供回答的终端，而标准输入是请求；请用文件给出请求",
    "ask.both_stdin": "标准输入要么是请求，要么是回答",
    "ask.timed_out": "{seconds} 秒内无人回答",
    "ask.undelivered": "没有人接收回答",
    "ask.input_ended": "输入在最后一个回答之前结束",
    "ask.unanswered": "问题 {question} 没有回答",
    "ask.interrupt_armed": "再按一次 Ctrl+C 不回答就结束",
    "ask.ended": "问题无法显示",
    # Linear mode.
    "linear.place": "第 {place} 题，共 {total} 题：{question}",
    "linear.single": "问题：{question}",
    "linear.recommended": "（推荐）",
    "linear.how_single": "输入编号（其后可加 = 和备注）或自己的话。:s 跳过，:x 放弃，:? 说明。",
    "linear.how_verdict": "输入编号或自己的话。:s 跳过，:x 放弃，:? 说明。",
    "linear.how_plan": "输入编号，或用自己的话退回。:x 放弃，:? 说明。",
    "linear.how_multi": "输入编号、自己的话，或两者以 = 相隔。:s 跳过，:x 放弃，:? 说明。",
    "linear.how_text": "输入自己的话。:s 跳过，:x 放弃，:? 说明。",
    "linear.current": "目前：{answer}。空行保留。",
    "linear.skipped": "已跳过",
    "linear.answered": "回答：{answer}",
    "linear.no_option": "没有选项 {number}。要作为自己的话发送，请输入 ={number}",
    "linear.no_command": "没有 {command}；:? 有说明。",
    "linear.first": "这是第一题。",
    "linear.confirm_one": "放弃？1 个回答不会发送。y 放弃：",
    "linear.confirm": "放弃？{count} 个回答不会发送。y 放弃：",
    "linear.help": (
        "编号选择选项；可多选时，编号之间用空格或逗号。\n"
        "其他内容都是你自己的回答。前面加 = 更明确：=2 是文字 2。\n"
        "可多选时，2 3 = 文字 既选选项又加上自己的话；单选时，2 = 文字 为所选加备注。\n"
        "以 \\ 结尾的行接到下一行；结尾的 \\\\ 是一个反斜杠。\n"
        ":s 跳过本题，:b 回上一题，:n 不改动往下走，\n"
        ":x 放弃全部，:? 显示本说明。"
    ),
    "linear.help_plan": (
        "编号选择选项。其他内容都是你自己的话，会退回计划。\n"
        "前面加 = 更明确：=2 是文字 2。\n"
        "以 \\ 结尾的行接到下一行；结尾的 \\\\ 是一个反斜杠。\n"
        ":x 放弃计划，:? 显示本说明。"
    ),
    "linear.no_skip": "计划只能批准、拒绝，或用自己的话退回；:x 放弃。",
    "linear.plan": "计划：",
    "linear.you": "你：{text}",
    "linear.agent": "智能体：{text}",
    "linear.tool": "工具：{text}",
    "linear.notice": "提示：{text}",
    "linear.approval": "允许 {tool} 吗？y 允许一次，其他为拒绝：",
    "linear.prompt": "消息（输入结束即离开）：",
    "linear.left": "已离开。",
}
