from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsh_app.request import parse_json, parse_request, read_request
from dsh_app.source import LIMIT, STDIN, InputError, Source
from dsh_core.base.catalogue import Catalogue
from dsh_core.questions.types import Option, Question

EN = Catalogue("en")


def complaint(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_request(text, Source("q.json", EN))
    assert caught.value.code == "BAD_INPUT"
    return caught.value.message


def test_both_spellings_are_read_key_by_key(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_text(
        '{"questions": [{"id": "a", "question": "A?", "multi_select": true, "options": '
        '[{"label": "x"}]}, {"id": "b", "question": "B?", "multiSelect": false}]}'
    )
    assert read_request(str(path), EN) == (
        Question("a", "A?", options=(Option("x"),), multi_select=True),
        Question("b", "B?", multi_select=False),
    )


def test_what_is_wrong_is_told_in_the_language_that_is_set() -> None:
    zh = Catalogue("zh")
    with pytest.raises(InputError, match=r"^标准\.json：第 1 行第 4 列：不是 JSON：extra data$"):
        parse_request("{} ?", Source("标准.json", zh))
    with pytest.raises(InputError, match=r"^标准输入：第 1 行第 201 列：嵌套超过 200 层$"):
        parse_request("[" * 201 + "]" * 201, Source(STDIN, zh))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"questions": [{"id": "a"}]}', 'missing required property "questions[0].question"'),
        ('{"questions": [{"id": 1, "question": "?"}]}', '"questions[0].id" must be a string'),
        ('{"questions": "none"}', '"questions" must be an array'),
        ("{}", 'missing required property "questions"'),
        ("7", "the request must be an object"),
        ("[]", "ask_user_question requires at least one question"),
        (
            '[{"id": "a", "question": "?", "multi_select": true, "multiSelect": true}]',
            'has both "multi_select" and "multiSelect"',
        ),
        (
            '[{"id": "a", "question": "?", "multi_select": "yes"}]',
            '"questions[0].multi_select" must be a boolean',
        ),
        (
            '[{"id": "a", "question": "?", "intent": {"kind": "plan-review", "approve": "Go"}}]',
            'approve label "Go" names none of its options',
        ),
        ('[{"id": "a",\n "question": }]', "line 2 column 14: is not JSON: "),
        ("", "line 1 column 1: is not JSON: it is empty"),
        ('["NaN",\n  NaN]', "line 2 column 3: is not JSON: not a JSON value: NaN"),
        ("\n" + "[" * 100_000, "line 2 column 201: is nested deeper than 200"),
        (
            '{"questions": [' + "[" * 300 + "]" * 300 + "]}",
            "line 1 column 214: is nested deeper than 200",
        ),
        ("[" * 199 + "]" * 199, '"questions[0]" must be an object'),
        ("[" * 200 + "]" * 200, "line 1 column 200: is nested deeper than 199"),
        ("[" * 201 + "]" * 201, "line 1 column 201: is nested deeper than 200"),
        ('{"a":' * 200 + "1" + "}" * 200, 'missing required property "questions"'),
        (
            '[{"id": ' + "9" * 5000 + ', "question": "?"}]',
            '"questions[0].id" must be a string',
        ),
        (
            '[{"id": "a", "question": "?", "multiSelect": -' + "9" * 5000 + "}]",
            '"questions[0].multiSelect" must be a boolean',
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, words: str) -> None:
    message = complaint(text)
    assert message.startswith("q.json: ")
    assert words in message


def test_a_number_of_any_length_does_no_harm_in_an_unknown_key() -> None:
    text = f'{{"questions": [{{"id": "a", "question": "?", "n": {"9" * 5000}}}]}}'
    assert parse_request(text, Source("q.json", EN)) == (Question("a", "?"),)


def test_a_value_is_read_whatever_it_is() -> None:
    assert parse_json(' {"a": [1, null]} ', Source("x", EN)) == {"a": [1, None]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("[]".encode("utf-16"), "byte 0: is UTF-16, expected UTF-8"),
        ("[]".encode("utf-16-be"), "byte 0: is binary"),
        (b"\xfe\xff\0[\0]", "byte 0: is UTF-16, expected UTF-8"),
        ("[]".encode("utf-32"), "byte 0: is UTF-32, expected UTF-8"),
        (b"\xef\xbb\xbf[]", "byte 0: a byte order mark"),
        (b"[\xff]", "byte 1: is not UTF-8"),
        (b"\x7fELF\0\1", "byte 4: is binary"),
    ],
)
def test_what_is_no_text(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "data"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        Source(str(path), EN).read()
    assert caught.value.message.startswith(f"{path}: {words}")


def test_a_file_is_read_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.write(b" " * LIMIT)
    assert len(Source(str(path), EN).read()) == LIMIT
    os.truncate(path, 100 * 2**20)  # sparse
    with pytest.raises(InputError, match="is larger than 16 MiB"):
        Source(str(path), EN).read()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "cannot be read: No such file"),
        (".", "is a directory, expected a file"),
        ("missing", "cannot be read: No such file or directory"),
        ("nul\0name", "no file has a NUL in its name"),
        ("x" * 300, "cannot be read: File name too long"),
        ("/proc/self/mem", "cannot be read: Input/output error"),
    ],
)
def test_what_cannot_be_read(name: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        Source(name, EN).read()
    assert words in caught.value.message


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(InputError, match="q: cannot be read: Permission denied"):
        Source("q", EN).read()
