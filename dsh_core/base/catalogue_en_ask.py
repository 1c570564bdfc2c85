"""The English texts of asking from the command line: options, problems, and plain lines."""

from __future__ import annotations

from typing import Final

__all__ = ["ASK_TEXTS"]

ASK_TEXTS: Final[dict[str, str]] = {
    "cli.ask": "ask a person the questions of a request and print the answer as JSON",
    "cli.ask.more": (
        "examples:\n"
        "  dsh-app ask questions.json\n"
        "  jq ... | dsh-app ask - | jq .answers\n"
        "\n"
        "exit status: 0 answered, 2 bad input or no terminal, 3 dismissed, 4 aborted,\n"
        "70 internal error, 130 interrupted. Only the answer goes to standard output."
    ),
    "cli.ask.request": "the request, JSON; - or nothing reads it from standard input",
    "cli.linear": "ask in plain lines: prompts on standard error, an answer a line",
    "cli.ask.inline": "ask in a few lines below the prompt instead of the whole screen",
    "cli.ask.timeout": "end as aborted when nobody has answered by then",
    "cli.ask.answers": "take answers by question id from a JSON file and ask nobody",
    "cli.ask.policy": "ask nobody: take what is recommended, skip every question, or fail",
    "cli.run.linear": "play it in plain lines instead of the whole screen",
    "cli.review": "put a plan before a person and tell the verdict by the exit status",
    "cli.review.more": (
        "examples:\n"
        "  dsh-app review plan.md && ./deploy\n"
        "  dsh-app review --since old.md plan.md\n"
        "\n"
        "exit status: 0 approved, 1 refused or sent back with feedback, 2 bad input or no\n"
        "terminal, 3 dismissed, 4 aborted, 70 internal error, 130 interrupted. Only the answer\n"
        "goes to standard output, as JSON."
    ),
    "cli.review.plan": "the plan, Markdown; - reads it from standard input",
    "cli.review.since": "an earlier plan: show what has changed since then",
    "review.question": "Approve {name}?",
    "review.stdin": "this plan",
    "review.both_stdin": "only one of the two plans can be standard input",
    "review.no_plan": "{place}: is a terminal; name a file or pipe the plan in",
    "review.empty": "{place}: is empty, expected a plan",
    "review.unchanged": "Nothing has changed since {name}.",
    "ask.no_request": "{place}: is a terminal; name a file or pipe the request in",
    "ask.no_terminal_for_answers": (
        "no terminal to answer on, and standard input is the request; name a file for it"
    ),
    "ask.both_stdin": "standard input is either the request or the answers",
    "ask.timed_out": "nobody answered within {seconds} s",
    "ask.undelivered": "nobody took the answer",
    "ask.input_ended": "the input ended before the last answer",
    "ask.unanswered": "no answer for question {question}",
    "ask.interrupt_armed": "Ctrl+C again ends without an answer",
    "ask.ended": "the questions could not be shown",
    # Linear mode.
    "linear.place": "Question {place} of {total}: {question}",
    "linear.single": "Question: {question}",
    "linear.recommended": "(recommended)",
    "linear.how_single": (
        "A number, = and a note behind it if you like, or your own words. :s skips, "
        ":x dismisses, :? explains."
    ),
    "linear.how_verdict": "A number, or your own words. :s skips, :x dismisses, :? explains.",
    "linear.how_plan": "A number, or your own words to send it back. :x dismisses, :? explains.",
    "linear.how_multi": (
        "Numbers, your own words, or both with = between. :s skips, :x dismisses, :? explains."
    ),
    "linear.how_text": "Your own words. :s skips, :x dismisses, :? explains.",
    "linear.current": "So far: {answer}. An empty line keeps it.",
    "linear.skipped": "skipped",
    "linear.answered": "Answer: {answer}",
    "linear.no_option": "There is no option {number}. To send it as your own words, type ={number}",
    "linear.no_command": "There is no {command}; :? explains.",
    "linear.first": "This is the first question.",
    "linear.confirm_one": "Dismiss? 1 answer will not be sent. y dismisses: ",
    "linear.confirm": "Dismiss? {count} answers will not be sent. y dismisses: ",
    "linear.help": (
        "A number picks an option; with several allowed, numbers with blanks or commas between.\n"
        "Anything else is your own answer. = in front of it makes sure: =2 is the text 2.\n"
        "2 3 = text picks options and adds your own words, where several are allowed;\n"
        "2 = text picks one with a note, where one is.\n"
        "A line that ends in \\ goes on in the next one; \\\\ at the end is one backslash.\n"
        ":s skips the question, :b goes back to the one before, :n goes on without a change,\n"
        ":x dismisses all of them, :? shows this."
    ),
    "linear.help_plan": (
        "A number picks an option. Anything else is your own words and sends the plan back.\n"
        "= in front of it makes sure: =2 is the text 2.\n"
        "A line that ends in \\ goes on in the next one; \\\\ at the end is one backslash.\n"
        ":x dismisses the plan, :? shows this."
    ),
    "linear.no_skip": "A plan is approved, refused or sent back in your own words; :x dismisses.",
    "linear.plan": "Plan:",
    "linear.you": "You: {text}",
    "linear.agent": "Agent: {text}",
    "linear.tool": "Tool: {text}",
    "linear.notice": "Note: {text}",
    "linear.approval": "Allow {tool}? y allows it once, anything else rejects: ",
    "linear.prompt": "Message (end of input leaves): ",
    "linear.left": "Left.",
}
