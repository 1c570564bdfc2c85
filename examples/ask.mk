# make -f ask.mk release: asks which part of the version to raise. When it is dismissed, or nobody
# is there, make stops: dsh-app ends with a status that is not 0 and prints nothing.

QUESTION := {"questions": [{"id": "part", "question": "Which part of the version?", \
	"options": [{"label": "patch"}, {"label": "minor"}, {"label": "major"}]}]}

.PHONY: release
release: part.json
	@echo "raising $$(sed 's/.*"selected":\["\([a-z]*\)".*/\1/' part.json)"
	@rm part.json

.DELETE_ON_ERROR:
part.json:
	@echo '$(QUESTION)' | dsh-app ask - > $@
