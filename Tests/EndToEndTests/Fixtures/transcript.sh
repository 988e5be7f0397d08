# Functions of every transcript.
unset COLUMNS
export LC_ALL=C PYTHONPATH="$PACKAGE/Tests/EndToEndTests/Fixtures" PYTHONDONTWRITEBYTECODE=1

# Compares two results files table by table; where and when runs were made is left out.
same() {
  rm -rf .one .other
  slumber export "$1" --detail --to .one > .tables 2>&1; slumber export "$2" --detail --to .other > .tables 2>&1
  diff -rq -x provenance.csv .one .other
}

# Prints the output of a command as one line.
flowing() { "$@" | tr -s ' \n' ' '; }

# The functions of a case.
if [ -f .rc ]; then . ./.rc; fi
