# make -f ask.mk release: asks which part of the version to raise. When it is dismissed, or nobody
# is there, make stops: dsh-app ends with a status that is not 0 and prints nothing. It stops, too,
# when the question is skipped or answered in own words: those are answers, but no part.

QUESTION := {"questions": [{"id": "part", "question": "Which part of the version?", \
	"options": [{"label": "patch"}, {"label": "minor"}, {"label": "major"}]}]}

.PHONY: release
release: part.json
	@part=$$(sed -n 's/^{"answers":\[{"id":"part","selected":\["\([a-z]*\)"\]}\]}$$/\1/p' $<); \
	rm $<; \
	if [ -z "$$part" ]; then echo "no part was chosen, nothing raised" >&2; exit 1; fi; \
	echo "raising $$part"

.DELETE_ON_ERROR:
part.json:
	@echo '$(QUESTION)' | dsh-app ask - > $@
