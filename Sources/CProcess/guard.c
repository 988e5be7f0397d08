// For the declarations of Linux alone.
#define _GNU_SOURCE

#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// Descriptors of the guard once everything else is closed.
enum { control_descriptor = 3, status_descriptor = 4, first_foreign_descriptor = 5 };

// The program's only descriptor beside the standard ones, until it is loaded.
enum { loading_descriptor = 3 };

// How often what the program has left behind is looked for again, every ten milliseconds.
enum { sweep_limit = 200 };

#ifdef __linux__
static void wait_ten_milliseconds(void) {
  struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
  nanosleep(&pause, NULL);
}
#endif

static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, (unsigned)first, ~0U, 0) == 0) return;
#endif
  long limit = sysconf(_SC_OPEN_MAX);
  if (limit < 0 || limit > 65536) limit = 65536;
  for (int descriptor = first; descriptor < limit; descriptor++) close(descriptor);
}

// Puts a descriptor out of the way of the low numbers.
static int move_up(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 16); }

static _Noreturn void run_program(const struct slumber_guard *guard, pid_t parent) {
  int error = 0;
  int loading = move_up(guard->loading), input = move_up(guard->input), output = move_up(guard->output);
  setpgid(0, 0);
#ifdef __linux__
  // The guard may have died before the request was made.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) error = errno;
  if (getppid() != parent) _exit(127);
#else
  (void)parent;
#endif
  if (!error && (loading < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0)) error = errno;
  if (!error && dup2(loading, loading_descriptor) < 0) error = errno;
  if (!error) {
    loading = loading_descriptor;
    fcntl(loading, F_SETFD, FD_CLOEXEC);
    close_from(loading_descriptor + 1);
    if (chdir(guard->folder) != 0) error = errno;
  }
  if (!error) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    environ = (char **)guard->environment;
    execvp(guard->words[0], guard->words);
    error = errno;
  }
  int32_t report = error;
  (void)!write(loading, &report, sizeof report);
  _exit(127);
}

static void note_child(int number) { (void)number; }

// Waits until the program has ended, which leaves it in the table of processes, or until it has to end.
static void wait_for_end(pid_t program) {
  sigset_t none;
  sigfillset(&none);
  sigdelset(&none, SIGCHLD);
  while (1) {
    siginfo_t ended = {0};
    if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid > 0) {
      if (ended.si_pid == program) return;
      // Something that the program has left behind; the guard is its parent now.
      waitpid(ended.si_pid, NULL, 0);
      continue;
    }
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(control_descriptor, &readable);
    // Signals are blocked but within this call, so that an end between test and wait is not missed.
    if (pselect(control_descriptor + 1, &readable, NULL, NULL, NULL, &none) > 0) return;
  }
}

#ifdef __linux__
// Ends the processes whose parent the guard has become, which are those that the program has left behind. They are
// children that have not been reaped, so their numbers are their own. Returns whether there were any.
static int kill_orphans(void) {
  int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  int found = 0;
  pid_t pid = 0;
  char text[4096];
  ssize_t count;
  while ((count = read(file, text, sizeof text)) > 0) {
    for (ssize_t index = 0; index < count; index++) {
      if (text[index] >= '0' && text[index] <= '9') {
        pid = pid * 10 + (text[index] - '0');
      } else if (pid > 0) {
        kill(pid, SIGKILL);
        found = 1;
        pid = 0;
      }
    }
  }
  if (pid > 0) kill(pid, SIGKILL);
  close(file);
  return found || pid > 0;
}
#endif

// Ends the program's group and the program, in whatever group it is, and takes them off the table of processes.
static int end_program(pid_t program) {
  int status = 0;
  kill(-program, SIGKILL);
  kill(program, SIGKILL);
  while (waitpid(program, &status, 0) == -1 && errno == EINTR) {}
  return status;
}

// Ends what the program has started outside of its group.
static void end_orphans(void) {
  for (int sweep = 0; sweep < sweep_limit; sweep++) {
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
#ifdef __linux__
    if (!kill_orphans()) return;
    wait_ten_milliseconds();
#else
    return;
#endif
  }
}

_Noreturn void slumber_guard_run(const struct slumber_guard *guard) {
  struct sigaction action = {.sa_handler = note_child};
  sigfillset(&action.sa_mask);
  sigaction(SIGCHLD, &action, NULL);
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  pid_t self = getpid();
  pid_t program = fork();
  if (program == 0) run_program(guard, self);
  if (program < 0) {
    int32_t error = errno;
    (void)!write(guard->loading, &error, sizeof error);
    _exit(127);
  }
  setpgid(program, program);
  int control = move_up(guard->control), status = move_up(guard->status);
  dup2(control, control_descriptor);
  dup2(status, status_descriptor);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  close(STDERR_FILENO);
  close_from(first_foreign_descriptor);
  wait_for_end(program);
  int32_t report = end_program(program);
  signal(SIGPIPE, SIG_IGN);
  (void)!write(status_descriptor, &report, sizeof report);
  close(status_descriptor);
  end_orphans();
  _exit(0);
}
