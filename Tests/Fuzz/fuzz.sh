#!/bin/sh
# Builds the fuzzers with address sanitizer and runs each for some seconds; with 0, only builds what they are linked with.
#
#   fuzz.sh SECONDS [NAME…]     NAME: study, trace, timeline, recording, reply, results, sums, merge; all by default
#
# A run starts from the inputs of Corpus, the shipped studies and what earlier runs have found. An input that stops
# a reader stays in the build folder as NAME/crash-…, is named at the end, and makes the exit code 1.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
names=${*:-study trace timeline recording reply results sums merge}

build=${FUZZ_BUILD:-.build/fuzz}
# One list: of two options the compiler takes the last.
flags='-sanitize=fuzzer,address'
# Without this a crash can take minutes to print.
export SWIFT_BACKTRACE=enable=no

# Assertions stay in the optimized code.
# shellcheck disable=SC2046 # one word per flag
swift build -c release --scratch-path $build --target SlumberCommands \
  -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug \
  $(for flag in $flags; do printf ' -Xswiftc %s' "$flag"; done)
[ "$seconds" -gt 0 ] || exit 0
products=$(swift build -c release --scratch-path $build --show-bin-path)
# All objects are linked: those of sources that are gone would define things twice.
find "$products" -name '*.swift.o' -path '*.build/*' | while read -r object; do
  module=$(basename "$(dirname "$object")" .build)
  [ -n "$(find "Sources/$module" "${object%/*}/DerivedSources" -name "$(basename "$object" .o)" 2>/dev/null)" ] || rm -f "$object"
done

compile() {
  case $1 in
    study) source=StudyFuzzer; with=ScratchFile ;;
    trace) source=TraceFuzzer; with='ScratchFile FuzzedPhone' ;;
    timeline) source=TimelineFuzzer; with='ScratchFile FuzzedPhone' ;;
    recording) source=RecordingFuzzer; with=ScratchFile ;;
    reply) source=ReplyFuzzer; with= ;;
    results) source=ResultsFuzzer; with=ScratchFile ;;
    sums) source=SumsFuzzer; with= ;;
    merge) source=MergeFuzzer; with=ScratchFile ;;
    *) echo "fuzz: no target is called $1" >&2; exit 2 ;;
  esac
  files=
  for file in $source $with; do files="$files Tests/Fuzz/Targets/$file.swift"; done
  # shellcheck disable=SC2046,SC2086 # lists of words
  swiftc -O -g -parse-as-library -swift-version 6 $flags -use-ld=lld -assert-config Debug \
    -I "$products/Modules" $(find Sources "$products" -name module.modulemap -not -path '*/SimulatedApp/*' -exec printf ' -Xcc -fmodule-map-file=%s' {} \;) \
    $(pkg-config --cflags gsl sqlite3 yaml-0.1 zlib | sed 's/-I/-Xcc -I/g') \
    $files $(find "$products" -name '*.o' -path '*.build/*') -o "$build/$1-fuzzer" \
    $(pkg-config --libs gsl sqlite3 yaml-0.1 zlib)
}

seeds() {
  echo "Tests/Fuzz/Corpus/$1"
  case $1 in study) echo scenarios scenarios/canned Tests/StudiesTests/Format/Fixtures ;; esac
}

# fuzzed NAME: fuzzes, and says what it gave.
fuzzed() {
  # shellcheck disable=SC2046 # one word per folder
  if "$build/$1-fuzzer" "$build/$1/found" $(seeds "$1") -artifact_prefix="$build/$1/" \
    -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    >"$build/$1/log" 2>&1
  then
    echo "fuzz: $1 for $seconds s: $(grep 'number_of_executed_units' "$build/$1/log")"
  else
    tail -n 30 "$build/$1/log" >&2
    echo "fuzz: $1 failed; the input is in $build/$1, all output in $build/$1/log" >&2
    return 1
  fi
}

# While one is fuzzed, the next is compiled.
status=0
before=
for name in $names; do
  compile "$name"
  mkdir -p "$build/$name/found"
  [ -z "$before" ] || wait "$before" || status=1
  fuzzed "$name" &
  before=$!
done
wait "$before" || status=1
exit $status
