// Queues, groups and semaphores. Blocks run in the order of their calls, on the one thread there is.
#include "internal.h"
#include <errno.h>
#include <pthread.h>

typedef void *queue;
typedef void (*function)(void *);
typedef void (^block)(void);
extern char _dispatch_main_q;

static queue running_queue;
void *art_main_queue(void) { return &_dispatch_main_q; }
void art_set_queue(void *queue) { running_queue = queue; }
void *art_queue(void) { return running_queue; }

// Nanoseconds until a dispatch time, of the uptime or of the wall; -1 for never.
static int64_t until(uint64_t when) {
  if (when == ~0ull) return -1;
  if (when == 0 || when == ~1ull) return 0;
  int is_wall = (int64_t)when < 0 && (when & (1ull << 62));
  int64_t left = is_wall ? -(int64_t)when - art_unix_now : (int64_t)(when & ~(1ull << 63)) - art_uptime_now;
  return left > 0 ? left : 0;
}

struct call {
  block body;
  queue group;
};
static void notify_groups(void);
static void leave(queue group) {
  REAL("dispatch_group_leave", void (*)(queue))(group);
  notify_groups();
}
static void run(void *argument) {
  struct call *call = argument;
  call->body();
  if (call->group) leave(call->group);
  _Block_release(call->body);
  free(call);
}
static void enqueue(block body, int64_t after, queue queue, void *group) {
  struct call *call = malloc(sizeof *call);
  *call = (struct call){_Block_copy(body), group};
  art_callbacks.enqueue(call, run, after, queue, NULL);
}

void dispatch_async_f(queue q, void *a, function f) {
  if (art_inside) art_callbacks.enqueue(a, f, 0, q, NULL); else REAL("dispatch_async_f", void (*)(queue, void *, function))(q, a, f);
}
void dispatch_after_f(uint64_t when, queue q, void *a, function f) {
  if (art_inside) art_callbacks.enqueue(a, f, until(when), q, art_sleeper());
  else REAL("dispatch_after_f", void (*)(uint64_t, queue, void *, function))(when, q, a, f);
}
#define ASYNC(name)                             \
  void name(queue q, block b) {                 \
    if (art_inside) enqueue(b, 0, q, NULL);     \
    else REAL(#name, void (*)(queue, block))(q, b); \
  }
ASYNC(dispatch_async)
ASYNC(dispatch_barrier_async)
void dispatch_after(uint64_t when, queue q, block b) {
  if (art_inside) enqueue(b, until(when), q, NULL);
  else REAL("dispatch_after", void (*)(uint64_t, queue, block))(when, q, b);
}

static void run_block(void *argument) { ((block)argument)(); }
#define SYNC(name)                                               \
  void name(queue q, block b) {                                  \
    if (art_inside) art_callbacks.synchronize(q, run_block, b);  \
    else REAL(#name, void (*)(queue, block))(q, b);              \
  }                                                              \
  void name##_f(queue q, void *a, function f) {                  \
    if (art_inside) art_callbacks.synchronize(q, f, a);          \
    else REAL(#name "_f", void (*)(queue, void *, function))(q, a, f); \
  }
SYNC(dispatch_sync)
SYNC(dispatch_barrier_sync)
SYNC(dispatch_async_and_wait)
void dispatch_apply(size_t count, queue q, void (^b)(size_t)) {
  if (!art_inside) return REAL("dispatch_apply", void (*)(size_t, queue, void (^)(size_t)))(count, q, b);
  for (size_t i = 0; i < count; i++) b(i);
}
void dispatch_assert_queue(queue q) {
  if (!art_inside) return REAL("dispatch_assert_queue", void (*)(queue))(q);
  if (q != running_queue) abort();
}
// The queues of Foundation: to widen one takes a thread, and nothing ever runs on them here.
void dispatch_queue_set_width(queue q, long width) {
  if (!art_inside) REAL("dispatch_queue_set_width", void (*)(queue, long))(q, width);
}

// Groups
struct notice {
  queue group, queue;
  block body;
  struct notice *next;
};
static struct notice *notices;
static int group_is_ready(void *g) { return REAL("dispatch_group_wait", long (*)(queue, uint64_t))(g, 0) == 0; }
static void notify_groups(void) {
  for (struct notice **place = &notices; *place;) {
    struct notice *notice = *place;
    if (!group_is_ready(notice->group)) {
      place = &notice->next;
      continue;
    }
    *place = notice->next;
    enqueue(notice->body, 0, notice->queue, NULL);
    _Block_release(notice->body);
    free(notice);
  }
}
void dispatch_group_async(queue group, queue q, block b) {
  if (!art_inside) return REAL("dispatch_group_async", void (*)(queue, queue, block))(group, q, b);
  REAL("dispatch_group_enter", void (*)(queue))(group);
  enqueue(b, 0, q, group);
}
void dispatch_group_leave(queue group) {
  if (art_inside) leave(group); else REAL("dispatch_group_leave", void (*)(queue))(group);
}
void dispatch_group_notify(queue group, queue q, block b) {
  if (!art_inside) return REAL("dispatch_group_notify", void (*)(queue, queue, block))(group, q, b);
  struct notice **last = &notices;
  while (*last) last = &(*last)->next;
  *last = malloc(sizeof **last);
  **last = (struct notice){group, q, _Block_copy(b), NULL};
  REAL("dispatch_retain", void (*)(queue))(group);
  notify_groups();
}
long dispatch_group_wait(queue g, uint64_t when) {
  if (!art_inside) return REAL("dispatch_group_wait", long (*)(queue, uint64_t))(g, when);
  return group_is_ready(g) ? 0 : when == 0 ? 1 : art_callbacks.block(until(when), group_is_ready, g);
}

// Semaphores and conditions: whoever waits lets the rest of the app go on.
static int semaphore_is_ready(void *s) {
  return REAL("dispatch_semaphore_wait", long (*)(queue, uint64_t))(s, 0) == 0;
}
long dispatch_semaphore_wait(queue s, uint64_t when) {
  if (!art_inside) return REAL("dispatch_semaphore_wait", long (*)(queue, uint64_t))(s, when);
  return semaphore_is_ready(s) ? 0 : when == 0 ? 1 : art_callbacks.block(until(when), semaphore_is_ready, s);
}
static unsigned long signals;
static int has_signal(void *seen) { return *(unsigned long *)seen != signals; }
static int wait_for_signal(pthread_mutex_t *mutex, int64_t length) {
  unsigned long seen = signals;
  pthread_mutex_unlock(mutex);
  int is_late = art_callbacks.block(length, has_signal, &seen);
  pthread_mutex_lock(mutex);
  return is_late ? ETIMEDOUT : 0;
}
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  return art_inside ? wait_for_signal(m, -1) : REAL("pthread_cond_wait", int (*)(pthread_cond_t *, pthread_mutex_t *))(c, m);
}
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
  if (!art_inside)
    return REAL("pthread_cond_timedwait", int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))(c, m, until);
  int64_t left = nanoseconds(until) - art_unix_now;
  return left > 0 ? wait_for_signal(m, left) : ETIMEDOUT;
}
#define SIGNAL(name)                                          \
  int name(pthread_cond_t *c) {                               \
    signals++;                                                \
    return REAL(#name, int (*)(pthread_cond_t *))(c);         \
  }
SIGNAL(pthread_cond_signal)
SIGNAL(pthread_cond_broadcast)
