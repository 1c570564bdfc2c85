from __future__ import annotations

from dsh_core.base.errors import HarnessError, error_info


class SomeError(HarnessError):
    pass


def test_the_name_is_the_class() -> None:
    error = SomeError("went wrong", "SOME")
    assert (error.name, error.code, error.message, str(error)) == (
        "SomeError",
        "SOME",
        "went wrong",
        "went wrong",
    )


def test_the_cause_is_chained() -> None:
    cause = ValueError("first")
    error = SomeError("then", "SOME", cause)
    assert error.cause is cause
    assert error.__cause__ is cause
    assert SomeError("alone", "SOME").__cause__ is None


def test_only_harness_errors_have_an_info() -> None:
    assert error_info(SomeError("x", "SOME")) == {"name": "SomeError", "code": "SOME"}
    plain = ValueError("x")
    plain.code = "LOOKS_LIKE_ONE"  # type: ignore[attr-defined]
    assert error_info(plain) is None
