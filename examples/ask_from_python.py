"""Asks from any Python, with nothing but the command: no import of ours is needed."""

import json
import subprocess
import sys

REQUEST = {
    "questions": [
        {"id": "name", "question": "What shall the release be called?"},
        {
            "id": "date",
            "question": "When?",
            "options": [{"label": "Today"}, {"label": "Monday (Recommended)"}],
        },
    ]
}

done = subprocess.run(
    ["dsh-app", "ask", "-", "--timeout", "3600"],
    input=json.dumps(REQUEST),
    stdout=subprocess.PIPE,  # the form is on the terminal, not here
    text=True,
)
if done.returncode:
    sys.exit(done.returncode)
answers = {item["id"]: item for item in json.loads(done.stdout)["answers"]}
for name, item in answers.items():
    print(f"{name}: {item.get('custom') or ', '.join(item['selected']) or 'skipped'}")
