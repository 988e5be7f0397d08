// Processes: one of the app for each cold launch, forked where nothing has happened yet.
#include "internal.h"
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <dirent.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>

_Thread_local int art_inside;
AppRuntimeCallbacks art_callbacks;
void art_enter(int is_inside) { art_inside = is_inside; }

extern struct { uint64_t seed0, seed1; uint8_t deterministic; } _swift_stdlib_Hashing_parameters;

// Orders of sets and dictionaries are equal in every process; the runtime reads its own wish before it is known here.
__attribute__((constructor)) static void fix_hashing(void) {
  _swift_stdlib_Hashing_parameters.seed0 = _swift_stdlib_Hashing_parameters.seed1 = 0;
  _swift_stdlib_Hashing_parameters.deterministic = 1;
}

static const char prefix[] = "simulated-app-";
// The folder of temporary files, and a link in it to the home folder of the present device.
static char folder[400], home_link[480];

void art_fix_process(char **arguments) {
  const char *given = getenv("TMPDIR"), *home = getenv("HOME");
  snprintf(folder, sizeof folder, "%s", given && strlen(given) < 300 ? given : "/tmp");
  snprintf(home_link, sizeof home_link, "%s/%s%d-home", folder, prefix, getpid());
  if (home && strcmp(home, home_link) == 0) return;
  int now = personality(0xffffffff);
  if (now >= 0) personality(now | ADDR_NO_RANDOMIZE);
  // Foundation reads these once, before anything here runs.
  setenv("HOME", home_link, 1);
  unsetenv("XDG_CONFIG_HOME");
  execv("/proc/self/exe", arguments);
}

int art_fork(void) {
  pid_t parent = getpid(), process = REAL("fork", pid_t (*)(void))();
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

static int limit;
static void look_for_lines(int signal) {
  static unsigned long seen;
  (void)signal;
  if (seen == art_lines) {
    art_inside = 0;
    art_callbacks.escape("runs without a word for more processor time than an app may");
  }
  seen = art_lines;
}

void art_limit_processor(int seconds) {
  limit = seconds;
  struct itimerval timer = {{limit, 0}, {limit, 0}};
  signal(SIGPROF, look_for_lines);
  setitimer(ITIMER_PROF, &timer, NULL);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *at) {
  (void)status, (void)kind, (void)at;
  return remove(path);
}
// Folders of processes that were killed stay behind; whoever comes next removes them.
static void remove_left_homes(const char *folder) {
  DIR *entries = opendir(folder);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    if (strncmp(entry->d_name, prefix, sizeof prefix - 1)) continue;
    char path[512], owner[32];
    snprintf(owner, sizeof owner, "/proc/%d", atoi(entry->d_name + sizeof prefix - 1));
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (access(owner, F_OK) != 0) nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  }
  if (entries) closedir(entries);
}

void art_set_home(const char *name) {
  static char home[512];
  if (home[0]) {
    nftw(home, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    unlink(home_link);
  } else {
    remove_left_homes(folder);
  }
  home[0] = 0;
  if (!name[0]) return;
  snprintf(home, sizeof home, "%s/%s%d-%s", folder, prefix, getpid(), name);
  if (mkdir(home, 0700) != 0 && errno != EEXIST) _exit(71);
  unlink(home_link);
  if (symlink(home, home_link) != 0) _exit(71);
  setenv("HOME", home_link, 1);
  setenv("TMPDIR", home, 1);
}

// What the app prints goes to the standard error, each line after its time since the midnight of day 0.
static ssize_t write_with_time(void *cookie, const char *bytes, size_t count) {
  static int is_in_line;
  (void)cookie;
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
