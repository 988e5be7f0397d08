// Processes: one of the app for each cold launch, forked where nothing has happened yet.
#include "internal.h"
#include <signal.h>
#include <stdio.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>

extern struct { uint64_t seed0, seed1; uint8_t deterministic; } _swift_stdlib_Hashing_parameters;

// Orders of sets and dictionaries are equal in every process; the runtime reads its own wish before it is known here.
__attribute__((constructor)) static void fix_hashing(void) {
  _swift_stdlib_Hashing_parameters.seed0 = _swift_stdlib_Hashing_parameters.seed1 = 0;
  _swift_stdlib_Hashing_parameters.deterministic = 1;
}

void art_fix_process(const char *home, char **arguments) {
  const char *present = getenv("HOME");
  if (present && strcmp(present, home) == 0) return;
  int now = personality(0xffffffff);
  if (now >= 0) personality(now | ADDR_NO_RANDOMIZE);
  // Foundation reads these once, before anything here runs.
  setenv("HOME", home, 1);
  setenv("CFFIXED_USER_HOME", home, 1);
  unsetenv("XDG_CONFIG_HOME");
  execv("/proc/self/exe", arguments);
}

int art_fork(void) {
  pid_t parent = getpid(), process = ORIGINAL(fork)();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
  }
  return process;
}

int art_wait(int process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void look_for_lines(int signal) {
  static unsigned long seen;
  if (seen == art_lines) {
    art_inside = 0;
    art_escape("uses more CPU time without an answer than an app may");
  }
  seen = art_lines;
}
void art_limit_processor(int seconds) {
  signal(SIGPROF, look_for_lines);
  setitimer(ITIMER_PROF, &(struct itimerval){{seconds, 0}, {seconds, 0}}, NULL);
}

// What the app prints goes to the standard error, each line after its time since the midnight of day 0.
static ssize_t write_with_time(void *cookie, const char *bytes, size_t count) {
  static int is_in_line;
  for (size_t begin = 0; begin < count;) {
    const char *end = memchr(bytes + begin, '\n', count - begin);
    size_t length = end ? (size_t)(end - bytes) + 1 - begin : count - begin;
    int64_t ms = (art_uptime_now - art_uptime_origin) / 1000000;
    if (!is_in_line)
      dprintf(2, "day %d %02d:%02d:%02d.%03d  ", (int)(ms / 86400000), (int)(ms / 3600000 % 24), (int)(ms / 60000 % 60),
              (int)(ms / 1000 % 60), (int)(ms % 1000));
    if (write(2, bytes + begin, length) < 0) return 0;
    is_in_line = !end;
    begin += length;
  }
  return (ssize_t)count;
}
void art_time_output(void) {
  FILE *timed = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_with_time});
  if (!timed) return;
  setvbuf(timed, NULL, _IOLBF, 4096);
  stdout = timed;
}
void art_complain(const char *text) { dprintf(2, "%s\n", text); }
