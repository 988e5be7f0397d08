// For pipe2 and the change of folder in the child.
#define _GNU_SOURCE

#include "slumber_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// A pipe whose ends no other child inherits, or it would never see the end of its input.
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

static int spawn(char *const words[], const char *folder, int input, int output, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, pipes;
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigemptyset(&none);
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  if (!error) error = posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO);
#endif
  if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &pipes);
  if (!error) error = posix_spawnattr_setflags(&attributes, flags);
  if (!error) error = posix_spawnp(pid, words[0], &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int slumber_process_start(char *const words[], const char *folder, struct slumber_process *process) {
  int input[2], output[2];
  signal(SIGPIPE, SIG_IGN);
  int error = make_pipe(input);
  if (error) return error;
  error = make_pipe(output);
  if (error) {
    close(input[0]);
    close(input[1]);
    return error;
  }
  error = spawn(words, folder, input[0], output[1], &process->pid);
  close(input[0]);
  close(output[1]);
  if (error) {
    close(input[1]);
    close(output[0]);
    return error;
  }
  fcntl(input[1], F_SETFL, O_NONBLOCK);
  fcntl(output[0], F_SETFL, O_NONBLOCK);
  process->input = input[1];
  process->output = output[0];
  return 0;
}
