"""The Chinese texts. A key missing here reads in English."""

from __future__ import annotations

from typing import Final

__all__ = ["TEXTS"]

TEXTS: Final[dict[str, str]] = {
    # The question form's words (contract §4.15).
    "error.incomplete": "请先完成这道问题。",
    "error.unanswered": "请选择一个选项或填写自定义答案。",
    "nav.prev": "上一题",
    "nav.next": "下一题",
    "nav.minimize": "收起问题卡片",
    "nav.maximize": "展开问题卡片",
    "nav.cancel": "放弃整组问题",
    "option.recommended": "推荐",
    "custom.placeholder": "输入你的答案",
    "action.skip": "跳过本题",
    "action.next": "下一题",
    "plan.header": "计划待审",
    "plan.approve": "确认执行",
    "plan.decline": "拒绝",
    "plan.discuss": "去聊天里说",
    "submit": "提交",
    "submitting": "正在提交…",
    # What a session waits for (contract §4.14).
    "status.question": "等待回答",
    "status.plan-review": "计划待审",
    "status.approval": "等待审批",
    # Approvals (contract §3.1).
    "approval.waiting": "等待审批",
    "approval.headline": "工具 {tool} 请求越权执行",
    "approval.details": "审批详情",
    "approval.reject": "拒绝",
    "approval.allow_once": "允许一次",
    # The transcript row of a question (contract §9).
    "transcript.ask.title": "提问",
    "transcript.ask.waiting": "等待回答",
    "transcript.ask.cancelled": "已取消",
    "transcript.ask.interrupted": "已中断",
    "transcript.ask.answered": "{answered}/{total} 已回答",
    "transcript.state.running": "运行中",
    "transcript.state.failed": "失败",
    "transcript.state.stopped": "已停止",
    # The question form: what it says and asks.
    "form.enter_again": "再按一次 Enter 提交",
    "form.text_not_sent": "你输入的文字不会发送 · Enter 提交 · o 回到文字",
    "form.text_kept": "你输入的文字已保留，不会发送 · o 回到文字",
    "form.none_recommended": "这里没有推荐选项",
    "form.taken": "已选推荐项 · Enter 提交",
    "form.one_taken": "已为 1 道问题选择推荐项",
    "form.all_taken": "已为 {count} 道问题选择推荐项",
    "form.gap": "还有 1 道问题没有回答",
    "form.gaps": "还有 {count} 道问题没有回答",
    "form.confirm_dismiss_one": "放弃？1 个回答不会发送 · y 放弃",
    "form.confirm_dismiss": "放弃？{count} 个回答不会发送 · y 放弃",
    "form.kept": "已保留：{text}",
    "form.was": "原选：{text}",
    "form.kept_not_sent": "已保留，不发送：{text}",
    "form.carried": "沿用上次",
    "form.no_answer": "无回答",
    "form.skipped": "已跳过",
    "form.review": "检查",
    "form.send": "发送",
    "form.note": "备注",
    "form.filter": "筛选",
}
