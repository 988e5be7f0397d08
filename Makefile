# make demo       build, run the quickstart study and print the comparison of its policies
# make test       build and run the tests
# make help       the other targets
#
# Both install what is missing first (see .ci/set-up); the second time they need no network.

PREFIX ?= /usr/local
DESTDIR ?=
STUDY ?= scenarios/quickstart.yaml
BENCH_ARGS ?=
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= study trace timeline recording reply results sums merge
N ?= 6000
PROSE_ARGS ?=
TEST_ARGS ?=

OUT := out
SWIFT_BUILD := swift build -c release
# The benchmarks are a package of their own.
SWIFT_BENCHMARKS := $(SWIFT_BUILD) --package-path Sources/slumber-benchmarks --scratch-path .build/benchmarks
# Tests look inside some modules (see Package.swift) and assertions are on, which takes a release build of its own; it has its own
# folder, so that neither build throws the other away.
TEST_FLAGS := -c release -Xswiftc -assert-config -Xswiftc Debug --scratch-path .build/testing
# What is built is tested: without the flag SwiftPM turns testing on everywhere and builds much of it a second time.
SWIFT_TEST := swift test $(TEST_FLAGS) --disable-xctest --skip-build
BIN = $(shell $(SWIFT_BUILD) --show-bin-path)

.DEFAULT_GOAL := help
.PHONY: help set-up set-up-tests build demo build-tests run-tests test test-long fuzz fuzz-studies check-all check-bytes \
  check-literature coverage lint prose format docs readme notebooks bench validation profile install static wheel clean

help: ## Lists the targets.
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

set-up: ## Installs the libraries that are missing.
	@sh .ci/set-up

set-up-tests:
	@sh .ci/set-up --for-tests

build: set-up ## Builds the program in release.
	$(SWIFT_BUILD) --product slumber

demo: set-up ## Runs the quickstart study and prints the comparison of its policies.
	$(SWIFT_BUILD) --product slumber
	@mkdir -p $(OUT)
	"$(BIN)/slumber" run $(STUDY) --results $(OUT)/quickstart.results.sqlite

build-tests: export SLUMBER_TESTING = 1
build-tests: set-up-tests ## Builds the tests; with SLUMBER_LONG=1 also the tests of the long tier.
	swift build $(TEST_FLAGS) --build-tests

run-tests: export SLUMBER_TESTING = 1
run-tests: ## Runs the tests that are built; TEST_ARGS='--filter NAME'.
	SLUMBER_BINARY="$$(swift build $(TEST_FLAGS) --show-bin-path)/slumber" $(SWIFT_TEST) $(TEST_ARGS)

test: build-tests ## Builds and runs the quick tests, which are complete in behavior.
	$(MAKE) run-tests

test-long: export SLUMBER_LONG = 1
test-long: test ## Builds and runs all tests, complete in numbers: 200 kills, 500 damaged files, every policy; fuzzes sums and merges.
	sh Tests/Fuzz/fuzz.sh 300 sums merge

fuzz: set-up ## Runs each fuzzer for FUZZ_SECONDS; FUZZ_TARGETS='study trace'.
	sh Tests/Fuzz/fuzz.sh $(FUZZ_SECONDS) $(FUZZ_TARGETS)

fuzz-studies: build set-up-tests ## Validates and runs N mutants of the shipped studies.
	python3 Tests/Fuzz/fuzz_studies.py --binary "$(BIN)/slumber" --count $(N)

check-all: build ## Checks what needs validators: form, documentation, studies, export, trace, README, notebooks.
	STUDY=$(STUDY) .ci/check all

check-bytes: build ## Compares what is printed and written with the list of digests; BYTES_ARGS=--write makes it anew.
	.ci/check bytes

check-literature: build ## Judges the claims of papers by the studies of scenarios/literature, and writes their scoreboard.
	.ci/check literature

coverage: set-up-tests ## Prints the lines that the tests execute; with SLUMBER_LONG=1 the tests of both tiers.
	.ci/coverage

lint:
	.ci/check lint

prose: ## Checks the sentences of the pages and of all printed texts; PROSE_ARGS='--show README.md' prints them.
	python3 .ci/prose/prose.py $(PROSE_ARGS)

format: ## Formats the sources in place.
	swift format -i -r Sources Tests Package.swift

docs notebooks wheel: build ## Builds the documentation as HTML in out/docs; runs the notebooks on exports; builds the Python wheel in out.
	.ci/check $@

readme: build ## Writes the outputs that the README and the pages show.
	.ci/check readme-written

validation: build ## Compares the models with the observations of phones, as a page shows; to be done before a release.
	.ci/check validation

profile: set-up ## Counts anew how often each branch of the model is taken, and builds by that; to be done before a release.
	.ci/profile

bench: build ## Runs the benchmarks; BENCH_ARGS='--only NAME'.
	$(SWIFT_BENCHMARKS)
	SLUMBER_BINARY="$(BIN)/slumber" "$$($(SWIFT_BENCHMARKS) --show-bin-path)/slumber-benchmarks" $(BENCH_ARGS)

install: set-up ## Installs the binary `slumber`, its manual page and shell completions under PREFIX.
	DESTDIR="$(DESTDIR)" .ci/install "$(PREFIX)"

static: set-up ## Links `slumber` with all its libraries into one file, out/slumber-static.
	$(SWIFT_BUILD) --product slumber
	.ci/link-static $(OUT)/slumber-static

clean: ## Removes what was built and written by these targets.
	rm -rf .build $(OUT) notebooks-export/out .venv
