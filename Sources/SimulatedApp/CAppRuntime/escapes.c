// What is not simulated is named, and ends the run; and one thing that only has to be known.
#include "internal.h"
#include <pthread.h>
#include <spawn.h>
#include <sys/socket.h>

#define ESCAPE(what, result, name, parameters, arguments) \
  result name parameters {                                \
    if (art_inside) art_escape(what);           \
    return ORIGINAL(name) arguments;                      \
  }
ESCAPE("makes a thread", int, pthread_create,
       (pthread_t *restrict t, const pthread_attr_t *restrict a, void *(*f)(void *), void *restrict x), (t, a, f, x))
ESCAPE("opens a socket", int, socket, (int domain, int type, int protocol), (domain, type, protocol))
ESCAPE("starts a process", int, posix_spawn,
       (pid_t *restrict p, const char *restrict path, const posix_spawn_file_actions_t *restrict f,
        const posix_spawnattr_t *restrict a, char *const *restrict v, char *const *restrict e), (p, path, f, a, v, e))
ESCAPE("starts a process", pid_t, fork, (void), ())
ESCAPE("runs a run loop", int, CFRunLoopRunInMode, (void *mode, double seconds, int once), (mode, seconds, once))
ESCAPE("runs a run loop", void, CFRunLoopRun, (void), ())
ESCAPE("runs a run loop", void, dispatch_main, (void), ())

static int has_dirty_preferences;
void CFPreferencesSetAppValue(const void *key, const void *value, const void *application) {
  has_dirty_preferences = 1;
  ORIGINAL(CFPreferencesSetAppValue)(key, value, application);
}
int art_take_dirty_preferences(void) {
  int was = has_dirty_preferences;
  has_dirty_preferences = 0;
  return was;
}
