// What is not simulated is named, and ends the run; and one thing that only has to be known.
#include "internal.h"
#include <pthread.h>
#include <spawn.h>
#include <sys/socket.h>

#define ESCAPE(what) \
  if (art_inside) art_callbacks.escape(what)

int pthread_create(pthread_t *restrict t, const pthread_attr_t *restrict a, void *(*f)(void *), void *restrict x) {
  ESCAPE("makes a thread");
  return REAL("pthread_create", int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))(t, a, f, x);
}
int socket(int domain, int type, int protocol) {
  ESCAPE("opens a socket");
  return (int)syscall(SYS_socket, domain, type, protocol);
}
int posix_spawn(
    pid_t *restrict p, const char *restrict path, const posix_spawn_file_actions_t *restrict f,
    const posix_spawnattr_t *restrict a, char *const *restrict v, char *const *restrict e) {
  ESCAPE("starts a process");
  return REAL("posix_spawn", int (*)(
      pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *,
      char *const *))(p, path, f, a, v, e);
}
pid_t fork(void) {
  ESCAPE("starts a process");
  return REAL("fork", pid_t (*)(void))();
}
int CFRunLoopRunInMode(void *mode, double seconds, int once) {
  ESCAPE("runs a run loop");
  return REAL("CFRunLoopRunInMode", int (*)(void *, double, int))(mode, seconds, once);
}
void CFRunLoopRun(void) {
  ESCAPE("runs a run loop");
  REAL("CFRunLoopRun", void (*)(void))();
}
void dispatch_main(void) {
  ESCAPE("runs a run loop");
  REAL("dispatch_main", void (*)(void))();
}

static int has_dirty_preferences;
int art_take_dirty_preferences(void) {
  int was = has_dirty_preferences;
  has_dirty_preferences = 0;
  return was;
}
void CFPreferencesSetAppValue(const void *key, const void *value, const void *application) {
  has_dirty_preferences = 1;
  REAL("CFPreferencesSetAppValue", void (*)(const void *, const void *, const void *))(key, value, application);
}
