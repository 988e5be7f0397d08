// Queues, groups and semaphores. Blocks run in the order of their calls, on the one thread there is.
#include "internal.h"
#include <pthread.h>

typedef void *queue;
typedef void (*function)(void *);
extern char _dispatch_main_q;
extern void dispatch_group_enter(queue group);
extern void dispatch_retain(queue object);

static queue running_queue;
void *art_main_queue(void) { return &_dispatch_main_q; }
void art_set_queue(void *queue) { running_queue = queue; }
void *art_queue(void) { return running_queue; }

int64_t art_until(uint64_t when) {
  if (when == ~0ull) return -1;
  if (when == 0 || when == ~1ull) return 0;
  int is_wall = (int64_t)when < 0 && (when & (1ull << 62));
  int64_t left = is_wall ? -(int64_t)when - art_unix_now : (int64_t)(when & ~(1ull << 63)) - art_uptime_now;
  return left > 0 ? left : 0;
}

static void run(void *body) {
  ((block)body)();
  _Block_release(body);
}
void art_enqueue_block(block body, int64_t after, queue queue, void *sleeper) {
  art_enqueue(_Block_copy(body), run, after, queue, sleeper);
}

void dispatch_async(queue q, block b) { art_enqueue_block(b, 0, q, NULL); }
void dispatch_async_f(queue q, void *a, function f) { art_enqueue(a, f, 0, q, NULL); }
void dispatch_barrier_async(queue q, block b) { art_enqueue_block(b, 0, q, NULL); }
void dispatch_after(uint64_t when, queue q, block b) { art_enqueue_block(b, art_until(when), q, NULL); }
void dispatch_after_f(uint64_t when, queue q, void *a, function f) {
  art_enqueue(a, f, art_until(when), q, art_sleeper());
}

static void run_block(void *body) { ((block)body)(); }
#define SYNC(name)                                                      \
  void name(queue q, block b) { art_synchronize(q, run_block, b); }     \
  void name##_f(queue q, void *a, function f) { art_synchronize(q, f, a); }
SYNC(dispatch_sync)
SYNC(dispatch_barrier_sync)
SYNC(dispatch_async_and_wait)
void dispatch_apply(size_t count, queue q, void (^b)(size_t)) {
  for (size_t i = 0; i < count; i++) b(i);
}
void dispatch_assert_queue(queue q) {
  if (q != running_queue) abort();
}
// The queues of Foundation: to widen one takes a thread, and nothing ever runs on them here.
void dispatch_queue_set_width(queue q, long width) {}

// Groups and semaphores: whoever waits lets the rest of the app go on.
#define WAIT(name, is_ready)                                                                              \
  long name(queue object, uint64_t when);                                                                 \
  static int is_ready(void *object) { return ORIGINAL(name)(object, 0) == 0; }                            \
  long name(queue object, uint64_t when) {                                                                \
      return is_ready(object) ? 0 : when == 0 ? 1 : art_block(art_until(when), is_ready, object); \
  }
WAIT(dispatch_group_wait, group_is_ready)
WAIT(dispatch_semaphore_wait, semaphore_is_ready)

struct notice {
  queue group, queue;
  block body;
  struct notice *next;
};
static struct notice *notices;
static void notify_groups(void) {
  for (struct notice **place = &notices; *place;) {
    struct notice *notice = *place;
    if (!group_is_ready(notice->group)) {
      place = &notice->next;
      continue;
    }
    *place = notice->next;
    art_enqueue_block(notice->body, 0, notice->queue, NULL);
    _Block_release(notice->body);
    free(notice);
  }
}
void dispatch_group_leave(queue group) {
  ORIGINAL(dispatch_group_leave)(group);
  notify_groups();
}
void dispatch_group_async(queue group, queue q, block b) {
  dispatch_group_enter(group);
  block body = ^{
    b();
    dispatch_group_leave(group);
  };
  art_enqueue_block(body, 0, q, NULL);
}
void dispatch_group_notify(queue group, queue q, block b) {
  struct notice **last = &notices;
  while (*last) last = &(*last)->next;
  *last = malloc(sizeof **last);
  **last = (struct notice){group, q, _Block_copy(b), NULL};
  dispatch_retain(group);
  notify_groups();
}

static unsigned long signals;
static int has_signal(void *seen) { return *(unsigned long *)seen != signals; }
static int wait_for_signal(pthread_mutex_t *mutex, int64_t length) {
  unsigned long seen = signals;
  pthread_mutex_unlock(mutex);
  int is_late = art_block(length, has_signal, &seen);
  pthread_mutex_lock(mutex);
  return is_late ? ETIMEDOUT : 0;
}
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return wait_for_signal(m, -1); }
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
  int64_t left = nanoseconds(until) - art_unix_now;
  return left > 0 ? wait_for_signal(m, left) : ETIMEDOUT;
}
#define SIGNAL(name)              \
  int name(pthread_cond_t *c) {   \
    signals++;                    \
    return ORIGINAL(name)(c);     \
  }
SIGNAL(pthread_cond_signal)
SIGNAL(pthread_cond_broadcast)
