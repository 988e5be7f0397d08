// For pipe2.
#define _GNU_SOURCE

#include "slumber_process.h"

#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A pipe whose ends no program inherits, or it would never see the end of its input.
static int make_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

// The control pipe comes first: where this process dies, the system closes it first, and the guard ends the program before that
// can meet a broken pipe, of which many programs write a page.
enum { control_pipe, input_pipe, output_pipe, status_pipe, loading_pipe, pipe_count };

static void close_all(int pipes[][2], int count) {
  for (int index = 0; index < count; index++) {
    close(pipes[index][0]);
    close(pipes[index][1]);
  }
}

static int make_pipes(int pipes[pipe_count][2]) {
  for (int index = 0; index < pipe_count; index++) {
    int error = make_pipe(pipes[index]);
    if (error) {
      close_all(pipes, index);
      return error;
    }
  }
  return 0;
}

static int64_t milliseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until the program has replaced the guard's copy of this process, which closes the pipe, or has reported
// why it could not.
static int wait_for_loading(int descriptor, int milliseconds) {
  int64_t deadline = milliseconds_now() + milliseconds;
  while (1) {
    int64_t left = deadline - milliseconds_now();
    if (left < 0) return ETIMEDOUT;
    struct pollfd request = {.fd = descriptor, .events = POLLIN};
    int count = poll(&request, 1, (int)left);
    if (count < 0 && errno != EINTR) return errno;
    if (count <= 0) continue;
    int32_t error = 0;
    ssize_t size = read(descriptor, &error, sizeof error);
    if (size < 0 && errno == EINTR) continue;
    return size == sizeof error ? error : 0;
  }
}

// Forks the guard with all signals blocked, so that no handler of this process ever runs in it.
static pid_t fork_guard(const struct slumber_guard *guard) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) slumber_guard_run(guard);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return pid;
}

int slumber_process_start(
    char *const words[], const char *folder, char *const environment[], int milliseconds,
    struct slumber_process *process) {
  int pipes[pipe_count][2];
  signal(SIGPIPE, SIG_IGN);
  int error = make_pipes(pipes);
  if (error) return error;
  struct slumber_guard guard = {
      .words = words,
      .folder = folder,
      .environment = environment,
      .input = pipes[input_pipe][0],
      .output = pipes[output_pipe][1],
      .control = pipes[control_pipe][0],
      .status = pipes[status_pipe][1],
      .loading = pipes[loading_pipe][1],
  };
  pid_t pid = fork_guard(&guard);
  if (pid < 0) {
    error = errno;
    close_all(pipes, pipe_count);
    return error;
  }
  close(pipes[input_pipe][0]);
  close(pipes[output_pipe][1]);
  close(pipes[control_pipe][0]);
  close(pipes[status_pipe][1]);
  close(pipes[loading_pipe][1]);
  error = wait_for_loading(pipes[loading_pipe][0], milliseconds);
  close(pipes[loading_pipe][0]);
  if (error) {
    close(pipes[input_pipe][1]);
    close(pipes[output_pipe][0]);
    close(pipes[control_pipe][1]);
    close(pipes[status_pipe][0]);
    // The guard has nothing left to end, or is held up by what the program is read from.
    if (error == ETIMEDOUT) kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) == -1 && errno == EINTR) {}
    return error;
  }
  fcntl(pipes[input_pipe][1], F_SETFL, O_NONBLOCK);
  fcntl(pipes[output_pipe][0], F_SETFL, O_NONBLOCK);
  fcntl(pipes[status_pipe][0], F_SETFL, O_NONBLOCK);
  process->guard = pid;
  process->input = pipes[input_pipe][1];
  process->output = pipes[output_pipe][0];
  process->control = pipes[control_pipe][1];
  process->status = pipes[status_pipe][0];
  return 0;
}
