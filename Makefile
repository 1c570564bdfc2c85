# `make run` starts the app, `make test` runs the tests; both set up .venv when needed.

VENV := .venv
PY := $(VENV)/bin/python
RUN_READY := $(VENV)/ready-to-run
DEV_READY := $(VENV)/ready-for-dev
PIP := $(PY) -m pip --disable-pip-version-check install -q -q
# What follows the command: make run ARGS="run my.yaml", make test ARGS="-k form".
ARGS ?=
# Three tests at a time, as some only wait for a program; ARGS="-n 0" for one.
WORKERS := -n 3 --dist worksteal
# Each worker, and each program that a test starts, would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := run
.DELETE_ON_ERROR:
.PHONY: run test check format snapshots soak bench requirements clean

run: $(RUN_READY)
	@$(PY) -m dsh_app $(ARGS)

test: $(DEV_READY)
	@$(PY) -m pytest $(WORKERS) $(ARGS)

check: $(DEV_READY)
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-cache
	$(PY) -m tests.gates.sizes

format: $(DEV_READY)
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

# Without workers, or pictures that no test uses any more would not be removed.
snapshots: $(DEV_READY)
	@$(PY) -m pytest -p no:xdist -m snapshot --snapshot-update $(ARGS)

soak: $(DEV_READY)
	@$(PY) -m pytest -m "soak or machine" --hypothesis-profile=soak $(ARGS)

bench: $(DEV_READY)
	@$(PY) -m tests.bench $(ARGS)

# Pins anew what requirements/*.in ask for; run it with the oldest Python the project supports.
COMPILE := $(PY) -m piptools compile --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-header --annotation-style=line \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host
requirements: $(RUN_READY)
	@$(PIP) pip-tools
	cd requirements && for name in build run dev; do \
		../$(COMPILE) --output-file $$name.txt $$name.in || exit 1; done

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis \
		.import_linter_cache snapshot_report.html
	find dsh_core dsh_app widgets examples tests -name __pycache__ -type d -prune -exec rm -rf {} +

# A virtual environment knows its place: one that was moved, or whose Python has
# gone, cannot say this folder's name and is made anew.
ifneq ($(shell $(PY) -c 'print(open("$(VENV)/place").read(), end="")' 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/place
endif

# A command of that name may be there and still not run, so each one is asked.
# PYTHON=… names one to try first.
$(VENV)/place:
	@for python in $${PYTHON:+"$$PYTHON"} python3.13 python3.12 python3.11 python3 python \
		"$$HOME"/.pyenv/versions/3.1[123].*/bin/python3; do \
		"$$python" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
			</dev/null >/dev/null 2>&1 || continue; \
		echo "Setting up $(VENV) with $$("$$python" --version) (once) …"; \
		rm -rf $(VENV) && "$$python" -m venv $(VENV) && printf %s "$$PWD" >$@; exit $$?; \
	done; \
	echo "make: no Python 3.11, 3.12 or 3.13 with its venv module found; name one with PYTHON=/path/to/python" >&2; \
	exit 1

$(RUN_READY): $(VENV)/place requirements/run.txt requirements/build.txt pyproject.toml
	@$(PIP) --require-hashes -r requirements/build.txt -r requirements/run.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_READY): $(RUN_READY) requirements/dev.txt
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@
