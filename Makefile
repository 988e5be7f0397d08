# make demo       build, run the quickstart study and print the comparison of its policies
# make test       build and run every test
# make help       the other targets
#
# Both install what is missing first (see .ci/set-up); the second time they need no network.

PREFIX ?= /usr/local
DESTDIR ?=
STUDY ?= scenarios/quickstart.yaml
BENCH_ARGS ?=
CLUSTER_ARGS ?=
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= study trace timeline reply results sums merge
N ?= 6000

OUT := out
RESULTS := $(OUT)/quickstart.results.sqlite
EXPORT := $(OUT)/quickstart-export
DETAILS := $(OUT)/details-export
SEARCH := $(OUT)/sensitivity
NOTEBOOKS := policies sensitivity waits
FIGURES := notebooks-export/out
SOURCES := Sources Tests Package.swift
VENV := .venv
SWIFT_BUILD := swift build -c release
# Tests look inside modules, which takes a release build of its own; it has its own folder, so that neither build
# throws the other away.
TEST_FLAGS := -c release -Xswiftc -enable-testing --scratch-path .build/testing
# What is built is tested: without the flag SwiftPM builds much of it a second time.
SWIFT_TEST := swift test $(TEST_FLAGS) --disable-xctest --skip-build
BIN = $(shell $(SWIFT_BUILD) --show-bin-path)
# Studies are the files that name a format version; mixes and traces beside them are not studies.
STUDIES = $(shell grep -lE '^formatVersion:' scenarios/*.yaml scenarios/*/*.yaml 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help set-up set-up-tests set-up-python build demo quickstart test test-long test-debug test-asan test-tsan \
  fuzz fuzz-studies check-all lint check-studies check-population check-export check-numbers check-waits check-trace check-report check-citation check-gym notebooks export bench \
  readme check-readme parameter-effects docs profile install static check-static check-cluster format clean

help: ## Lists the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

set-up: ## Installs the libraries that are missing.
	@sh .ci/set-up

set-up-tests:
	@sh .ci/set-up --for-tests

set-up-python:
	@sh .ci/set-up --with-python

build: set-up ## Builds the executables in release.
	$(SWIFT_BUILD) --product slumber
	$(SWIFT_BUILD) --product slumber-benchmarks

demo: set-up ## Runs the quickstart study and prints the comparison of its policies.
	$(SWIFT_BUILD) --product slumber
	@mkdir -p $(OUT)
	"$(BIN)/slumber" run $(STUDY) --results $(RESULTS)

test: set-up-tests ## Builds and runs every test.
	swift build $(TEST_FLAGS) --build-tests
	SLUMBER_BINARY="$$(swift build $(TEST_FLAGS) --show-bin-path)/slumber" $(SWIFT_TEST)

test-long: export SLUMBER_KILLS = 200
test-long: export SLUMBER_LONG = 1
test-long: test ## Builds and runs every test, with 200 kills of a run instead of 30 and with fleets of two sizes; fuzzes sums and merges.
	sh Tests/Fuzz/fuzz.sh 300 sums merge

DEBUG_TESTS = EventSimulationTests|DeviceModelTests|PhoneSimulationTests
test-debug: set-up ## Runs the tests of the simulation in a debug build, where assertions are on.
	swift build --build-tests
	swift test --skip-build --disable-xctest --filter '$(DEBUG_TESTS)'

# Each sanitizer has a build of its own. Chosen are the tests of what reads files and programs and of what moves between
# threads; the others compute, and take hours under a sanitizer.
ASAN_TESTS = UsageModelsTests|ProcessPoliciesTests|ResultsStoreTests|PhoneSimulationTests|StudyFormatTests.(Broken|YAML|Named|EveryKey|Override|Design)|StudyExecutionTests.Cut
TSAN_TESTS = ProcessPoliciesTests|ResultsStoreTests|StudyExecutionTests.(StudyRunner|AblationRunner)
SANITIZED = SWIFT_BACKTRACE=enable=no swift test --disable-xctest
test-asan: set-up-tests ## Runs the tests of readers, store and simulation under the address sanitizer.
	ASAN_OPTIONS=detect_leaks=0 $(SANITIZED) --sanitize=address --scratch-path .build/asan --filter '$(ASAN_TESTS)'

test-tsan: set-up-tests ## Runs the tests of everything that has threads under the thread sanitizer.
	$(SANITIZED) --sanitize=thread --scratch-path .build/tsan --filter '$(TSAN_TESTS)'

fuzz: set-up ## Runs each fuzzer for FUZZ_SECONDS; FUZZ_TARGETS='study trace'.
	sh Tests/Fuzz/fuzz.sh $(FUZZ_SECONDS) $(FUZZ_TARGETS)

fuzz-studies: build set-up-tests ## Validates and runs N mutants of the shipped studies.
	python3 Tests/Fuzz/fuzz_studies.py --binary "$(BIN)/slumber" --count $(N)

check-all: lint docs check-readme check-studies check-population check-export check-numbers check-waits check-trace check-report check-citation check-gym notebooks ## Checks what needs validators from PyPI: form, documentation, studies, export, trace, README, notebooks.

# Runs the studies that the README shows; what is in a results file already is not run again.
readme: build set-up-python ## Writes the outputs that the README and the pages show.
	@mkdir -p $(OUT)
	"$(BIN)/slumber" run scenarios/all-policies.yaml --results $(OUT)/all-policies.results.sqlite > /dev/null
	python3 .ci/readme.py --binary "$(BIN)/slumber"

check-readme: build set-up-python
	@mkdir -p $(OUT)
	"$(BIN)/slumber" run scenarios/all-policies.yaml --results $(OUT)/all-policies.results.sqlite > /dev/null
	python3 .ci/readme.py --binary "$(BIN)/slumber" --check
	python3 .ci/parameter_effects.py --binary "$(BIN)/slumber" --to scenarios/data/parameter-effects.csv --check

# The pages and the public declarations of the command line's library, from the modules that are built.
docs: build ## Builds the documentation as HTML in out/docs; warnings are errors.
	.ci/docs "$(BIN)" $(OUT)/docs

parameter-effects: build set-up-python ## Varies each assumed number of phones and people over its range (some minutes).
	python3 .ci/parameter_effects.py --binary "$(BIN)/slumber" --to scenarios/data/parameter-effects.csv

lint:
	swift format lint --strict -r $(SOURCES)

format: ## Formats the sources in place.
	swift format -i -r $(SOURCES)

# Python tools live in a virtual environment; they are fetched once.
$(VENV)/bin/python3: | set-up-python
	python3 -m venv $(VENV)

$(VENV)/.notebooks: notebooks-export/requirements.txt .ci/constraints.txt | $(VENV)/bin/python3
	$(VENV)/bin/python3 -m pip install -q --disable-pip-version-check -r $< -c .ci/constraints.txt
	@touch $@

$(VENV)/.waits: .ci/requirements-waits.txt | set-up-python
	python3 -m venv $(VENV)/waits
	$(VENV)/waits/bin/python3 -m pip install -q --disable-pip-version-check -r $<
	@mkdir -p $(VENV)
	@touch $@

$(VENV)/.gym: .ci/requirements-gym.txt | set-up-python
	python3 -m venv $(VENV)/gym
	$(VENV)/gym/bin/python3 -m pip install -q --disable-pip-version-check -r $<
	@mkdir -p $(VENV)
	@touch $@

$(VENV)/.validators: .ci/requirements.txt .ci/constraints.txt | $(VENV)/bin/python3
	$(VENV)/bin/python3 -m pip install -q --disable-pip-version-check -r $< -c .ci/constraints.txt
	@touch $@

check-studies: build $(VENV)/.validators
	$(VENV)/bin/check-jsonschema --schemafile scenarios/study.schema.json $(STUDIES)
	"$(BIN)/slumber" validate $(STUDIES)

# The facts of the default population on 2,000 phones, beside the recorded ones.
# The second line: on phones that run low the gates of the battery do something, beyond chance.
check-population: build
	"$(BIN)/slumber" describe scenarios/quickstart.yaml --check-population
	"$(BIN)/slumber" ablate scenarios/hungry.yaml --metric discretionary_battery_j_per_day --progress none \
	  | grep -E 'clear of 0 for lowBattery, lowPowerMode'

check-citation: $(VENV)/.validators
	$(VENV)/bin/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

# Runs what is missing in the results file, so that it costs nothing after `make demo`.
quickstart: build
	@mkdir -p $(OUT)
	"$(BIN)/slumber" run $(STUDY) --results $(RESULTS) > /dev/null

export: quickstart ## Exports the quickstart results as CSV files with a data package.
	rm -rf $(EXPORT)
	"$(BIN)/slumber" export $(RESULTS) --to $(EXPORT)

# Plain and compressed, and as Parquet.
check-export: export $(VENV)/.validators
	cd $(EXPORT) && "$(CURDIR)/$(VENV)/bin/frictionless" validate datapackage.json
	rm -rf $(OUT)/compressed-export $(OUT)/parquet
	"$(BIN)/slumber" export $(RESULTS) --to $(OUT)/compressed-export --gzip
	cd $(OUT)/compressed-export && "$(CURDIR)/$(VENV)/bin/frictionless" validate datapackage.json
	$(VENV)/bin/python3 notebooks-export/to_parquet.py $(OUT)/compressed-export --to $(OUT)/parquet
	$(VENV)/bin/python3 .ci/check_parquet.py $(EXPORT) $(OUT)/parquet

# Reports with and without detail tables: their tags, identities and links.
check-report: quickstart $(DETAILS)
	"$(BIN)/slumber" report $(RESULTS) --to $(OUT)/report.html --data $(OUT)/report-data
	"$(BIN)/slumber" report $(OUT)/details.results.sqlite --to $(OUT)/details-report.html
	"$(BIN)/slumber" run scenarios/all-policies.yaml --results $(OUT)/all-policies.results.sqlite > /dev/null
	"$(BIN)/slumber" report $(OUT)/all-policies.results.sqlite --to $(OUT)/all-policies-report.html
	python3 .ci/check_report.py $(OUT)/report.html $(OUT)/details-report.html $(OUT)/all-policies-report.html

# Differences, intervals, p-values and verdicts, computed again from the other tables; a small study varies two factors.
check-numbers: export $(VENV)/.validators
	"$(BIN)/slumber" run .ci/two-factors.yaml --results $(OUT)/two-factors.results.sqlite > /dev/null
	rm -rf $(OUT)/two-factors-export
	"$(BIN)/slumber" export $(OUT)/two-factors.results.sqlite --to $(OUT)/two-factors-export
	$(VENV)/bin/python3 .ci/recompute.py $(EXPORT) $(OUT)/two-factors-export

check-trace: build $(VENV)/.validators
	@mkdir -p $(OUT)
	"$(BIN)/slumber" trace $(STUDY) --device 1 --days 14 --set warmUpDays=3 --to $(OUT)/phone.pftrace
	$(VENV)/bin/python3 .ci/check_trace.py $(OUT)/phone.pftrace

# The table of attempts is large: one replication of it is recorded beside the study's own results.
$(DETAILS): build
	@mkdir -p $(OUT)
	"$(BIN)/slumber" run $(STUDY) --replications 1 --set 'record=[attempts]' --results $(OUT)/details.results.sqlite > /dev/null
	rm -rf $(DETAILS)
	"$(BIN)/slumber" export $(OUT)/details.results.sqlite --to $(DETAILS)

# The waits of the details, estimated again by lifelines.
check-waits: $(DETAILS) $(VENV)/.waits
	$(VENV)/waits/bin/python3 .ci/check_waits.py $(DETAILS)

# The environment for learning agents, and a threshold that is learned in it and judged on other phones.
check-gym: build $(VENV)/.gym
	$(VENV)/gym/bin/python3 .ci/check_gym.py "$(BIN)/slumber"
	$(VENV)/gym/bin/python3 notebooks-export/learn_threshold.py "$(BIN)/slumber" 3

# A small study whose decisive assumptions are known.
$(SEARCH): build
	@mkdir -p $(OUT)
	"$(BIN)/slumber" sensitivity scenarios/threshold-corner.yaml --quick --points 64 --over score. --budget 0 \
	  --metric launches_per_day --metric discretionary_battery_j_per_day --progress none --to $(SEARCH) > /dev/null

notebooks: export $(DETAILS) $(SEARCH) $(VENV)/.notebooks ## Exports results, searches for decisive assumptions, and runs the notebooks on them.
	@mkdir -p $(FIGURES)
	for notebook in $(NOTEBOOKS); do \
	  $(VENV)/bin/jupytext --quiet --to ipynb --output $(FIGURES)/$$notebook.ipynb notebooks-export/$$notebook.py \
	    && SLUMBER_EXPORT="$(CURDIR)/$(EXPORT)" SLUMBER_DETAILS="$(CURDIR)/$(DETAILS)" \
	      SLUMBER_SENSITIVITY="$(CURDIR)/$(SEARCH)" SLUMBER_FIGURES="$(CURDIR)/$(FIGURES)" \
	      $(VENV)/bin/python3 -m nbconvert --log-level ERROR --execute --to html $(FIGURES)/$$notebook.ipynb || exit 1; \
	done
	@ls $(FIGURES)/*.html $(FIGURES)/*.png

# The compiler is told how often each branch of the model is taken: a build that counts runs studies with all policies. The
# file lies beside the sources, since builds read it; what has changed since it was counted is built without. Results are
# the same bytes. The compiler does not notice that counts are others: the objects of the model are made anew.
PROFILE := .profile/model.profdata
MODEL := EventSimulation|RandomStreams|Workload|UsageModels|DeviceModel|AppLifecycle|BackgroundExecution|SchedulingPolicies|PhoneSimulation
PROFILER = $(shell swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)\/lib\/swift".*/\1/p')/bin/llvm-profdata
profile: COUNTING = SLUMBER_PROFILE=none $(SWIFT_BUILD) --scratch-path .build/counting $(addprefix -Xswiftc ,-Xfrontend -ir-profile-generate -Xclang-linker -fprofile-generate)
profile: COUNTED = LLVM_PROFILE_FILE=.build/counts/%p.profraw .build/counting/release/slumber run --replications 1 --progress none
profile: set-up ## Counts anew how often each branch of the model is taken, and builds by that; to be done before a release.
	rm -rf .build/counting .build/counts && mkdir -p .build/counts
	$(COUNTING) --product slumber
	$(COUNTED) $(STUDY) --devices 4 --results .build/counts/quickstart.sqlite > /dev/null
	$(COUNTED) scenarios/all-policies.yaml --devices 1 --results .build/counts/all-policies.sqlite > /dev/null
	@# Names with a slash begin with the path of this build, which no other build has.
	"$(PROFILER)" merge --sparse --function='^[^/]*[0-9]($(MODEL))[^/]*$$' -o $(PROFILE) .build/counts/*.profraw
	rm -rf .build/counts $(addprefix $(BIN)/,$(addsuffix .build/*.o,$(subst |, ,$(MODEL))))
	$(SWIFT_BUILD) --product slumber

bench: set-up ## Runs the benchmarks; BENCH_ARGS='--only NAME'.
	$(SWIFT_BUILD) --product slumber-benchmarks
	"$(BIN)/slumber-benchmarks" $(BENCH_ARGS)

# Where the toolchain has Swift's libraries as archives they become part of the installed binary, which then starts
# faster and needs no toolchain to run. That build has its own folder, so that neither throws the other away.
install: SWIFT_LIBRARIES = $(shell swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
install: SWIFT_BUILD += $(if $(wildcard $(SWIFT_LIBRARIES)_static/linux/libswiftCore.a),--static-swift-stdlib --scratch-path .build/install)
install: SHARE = $(DESTDIR)$(PREFIX)/share
install: set-up ## Installs the binary `slumber`, its manual page and shell completions under PREFIX.
	$(SWIFT_BUILD) --product slumber
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$(BIN)/slumber" "$(DESTDIR)$(PREFIX)/bin/slumber"
	install -d "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions" \
	  "$(SHARE)/fish/vendor_completions.d"
	"$(BIN)/slumber" manual > "$(SHARE)/man/man1/slumber.1"
	"$(BIN)/slumber" completions bash > "$(SHARE)/bash-completion/completions/slumber"
	"$(BIN)/slumber" completions zsh > "$(SHARE)/zsh/site-functions/_slumber"
	"$(BIN)/slumber" completions fish > "$(SHARE)/fish/vendor_completions.d/slumber.fish"

static: set-up ## Links `slumber` with all its libraries into one file, out/slumber-static.
	$(SWIFT_BUILD) --product slumber
	.ci/link-static $(OUT)/slumber-static

# In a root folder that holds only the executable, its libraries and /proc.
check-static: static
	.ci/check-static $(OUT)/slumber-static .ci/two-factors.yaml "$(BIN)/slumber"

# Exit code 77 stands for a system on which no private network can be made, which is said.
check-cluster: build ## Runs shards on a private Slurm cluster with faults; CLUSTER_ARGS='--only faults'.
	@sh .ci/set-up --with-slurm
	@rm -rf $(OUT)/cluster && mkdir -p $(OUT)/cluster
	.ci/cluster/within $(OUT)/cluster/slurm python3 .ci/cluster/check.py --binary "$(BIN)/slumber" \
	  --folder $(OUT)/cluster/work $(CLUSTER_ARGS) || [ $$? -eq 77 ]

clean: ## Removes what was built and written by these targets.
	rm -rf .build $(OUT) $(FIGURES) $(VENV)
