#!/usr/bin/env bash
# Asks before it deploys. jq makes the question and reads the answer; the form is on the terminal.
set -euo pipefail

branches=(main release next)

answer=$(
    printf '%s\n' "${branches[@]}" |
        jq -Rn '{questions: [{
            id: "branch",
            question: "Which branch shall be deployed?",
            options: [inputs | {label: .}]
        }]}' |
        dsh-app ask -
) || {
    echo "nothing deployed: dsh-app ended with $?" >&2
    exit 1
}

branch=$(jq -r '.answers[0] | .custom // .selected[0] // empty' <<<"$answer")
echo "deploying ${branch:-nothing}"
