"""Plan mode is what the log says, in whichever session the log is."""

from __future__ import annotations

from dsh_core.features.plan_mode import PlanMode
from dsh_core.features.plan_state import PlanProjection, PlanView
from dsh_core.session.events import COMMAND_DONE, COMMAND_RUN, PLAN_MODE
from dsh_core.session.log import SessionLog


def test_a_resumed_session_and_a_fork_have_the_state_of_their_log() -> None:
    log = SessionLog("s")
    for active in (True, False, True):
        log.append(PLAN_MODE, {"active": active})
    plan = PlanMode("The policy.")
    resumed = SessionLog("s", events=log.events)
    fork = SessionLog("fork", events=log.events[:2])
    for session, active in ((resumed, True), (fork, False), (SessionLog("child"), False)):
        assert bool(plan.section(session)) is active
        assert PlanProjection(session.events).view == PlanView(active)
    fork.append(PLAN_MODE, {"active": True})
    log.append(PLAN_MODE, {"active": False})
    assert plan.section(fork)
    assert plan.section(resumed), "each goes on by its own log"


def test_a_command_whose_change_was_still_to_come_is_shown_as_pending_after_resume() -> None:
    log = SessionLog("s")
    log.append(COMMAND_RUN, {"commandId": "c", "name": "plan", "args": ""})
    log.append(COMMAND_DONE, {"commandId": "c", "kind": "success"})
    assert PlanProjection(SessionLog("s", events=log.events).events).view == PlanView(False, True)
