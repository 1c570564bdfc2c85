"""A plan review alone on a screen, and the steps of its tests."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from dsh_core.form.drafts import Draft
from dsh_core.form.plan_review import PlanClaim, PlanState, open_plan
from dsh_core.form.plan_text import Comment
from dsh_core.questions.types import Option
from dsh_widgets.editing import EditRequested
from dsh_widgets.panel import PanelStep
from dsh_widgets.plan_review import PlanReviewPanel

PLAN = """\
# Move to Postgres

Some *intro* with a [link](https://x.y/z) and <!-- a comment --> [b]text[/b].

## Steps

- [ ] dump the old database, which takes a while because nobody ever cleaned it up at all
- [x] create the tables

```sql
SELECT * FROM users; -- first
```

| table | rows |
|---|---|
| users | 1000 |
"""
LONG = PLAN + "".join(f"{n}. step {n}\n" for n in range(1, 60))
EARLIER = PLAN.replace("create the tables", "create all of the tables").replace(
    "SELECT * FROM users; -- first", "SELECT count(*) FROM users;\nCOMMIT;"
)
"""The plan before `PLAN`."""
LEFT = Draft(
    custom="The dump first.",
    comments=(
        Comment(7, 7, "Which ones?\nAll?", ("- [x] create all of the tables",)),
        Comment(10, 11, "Why commit?", ("SELECT count(*) FROM users;", "COMMIT;")),
        Comment(4, 4, "Too few.", ("## Steps",)),
    ),
)
"""What was written about `EARLIER` and not sent."""
LATE = 1e9
"""A time at which no panel is new any more."""
QUESTION = "Approve this plan and leave plan mode?"


class PlanApp(App[None]):
    """Nothing but a plan review, with the keyboard."""

    def __init__(
        self,
        plan: str = PLAN,
        *,
        decline: bool = True,
        can_discuss: bool = True,
        previous: str | None = None,
        draft: Draft | None = None,
    ) -> None:
        super().__init__()
        option = Option("Keep planning") if decline else None
        self.claim = PlanClaim("plan-review", QUESTION, plan, Option("Approve"), option)
        self.can_discuss = can_discuss
        self.previous = previous
        self.draft = draft
        self.requested: list[str] = []
        self.copied: list[str] = []
        self.edits: list[EditRequested] = []
        self.kept: list[PlanState] = []

    @property
    def panel(self) -> PlanReviewPanel:
        return self.query_one(PlanReviewPanel)

    @property
    def screen_text(self) -> str:
        return "\n".join(
            "".join(s.text for s in line) for line in self.screen._compositor.render_strips()
        )

    def compose(self) -> ComposeResult:
        state = open_plan(
            self.claim, can_discuss=self.can_discuss, previous=self.previous, draft=self.draft
        )
        yield PlanReviewPanel(self.claim, state=state, keep=self.kept.append)

    def on_mount(self) -> None:
        self.panel.view.focus()

    def on_resize(self, event: events.Resize) -> None:
        self.panel.fit(event.size.width, event.size.height)
        # Textual's own timer for this may miss its moment, and then it never tells the screen.
        self.screen.post_message(events.Resize(event.size, event.size))

    def on_plan_review_panel_action_requested(self, event: PlanReviewPanel.ActionRequested) -> None:
        assert event.control is self.panel
        self.requested.append(event.action)

    def on_edit_requested(self, event: EditRequested) -> None:
        assert event.control is self.panel
        self.edits.append(event)

    def on_plan_review_panel_text_copied(self, event: PlanReviewPanel.TextCopied) -> None:
        assert event.control is self.panel
        self.copied.append(event.text)


def step(panel: PlanReviewPanel, action: str, time: float = LATE) -> PanelStep:
    planned = panel.plan_step(action, time)
    assert planned is not None, action
    return planned


def do(panel: PlanReviewPanel, *actions: str) -> PanelStep:
    planned = [commit(panel, action) for action in actions]
    panel.focus_target().focus()
    return planned[-1]


def commit(panel: PlanReviewPanel, action: str) -> PanelStep:
    planned = step(panel, action)
    panel.commit(planned)
    return planned


def type_text(panel: PlanReviewPanel, text: str) -> None:
    for character in text:
        assert panel.apply_text_key(events.Key(character, character))


def running(app: App[Any]) -> tuple[PlanApp, PlanReviewPanel]:
    assert isinstance(app, PlanApp)
    return app, app.panel


async def ready(pilot: Pilot[Any]) -> None:
    """Wait until the panel has taken the focus: a verdict depends on when that was."""
    while running(pilot.app)[1].state.focused_at is None:
        await pilot.pause()
    await pilot.pause()


async def act(pilot: Pilot[Any], steps: list[str]) -> None:
    """Do one after the other; what begins with `=` is text for the field that has the keyboard."""
    await ready(pilot)
    _, panel = running(pilot.app)
    for action in steps:
        if action.startswith("="):
            panel.paste(action[1:])
        else:
            do(panel, action)
        await pilot.pause()
    await pilot.pause()
