// Timers of run loops, which the main queue fires, and of dispatch sources. An element stays where its timer was
// cancelled: a process lives for a short time.
#include "internal.h"

struct timer {
  void *object, *queue;
  // Of the uptime in nanoseconds; below 0 for never.
  int64_t start, interval;
  block body;
  void *sleeper;
  int is_running, is_cancelled;
  unsigned long version;
  struct timer *next;
};
static struct timer *timers;
extern char _dispatch_source_type_timer;
extern void *dispatch_get_context(void *);
extern void dispatch_retain(void *);
// Seconds of 2001 since 1970.
static const double reference = 978307200;

static struct timer *found(void *object) {
  struct timer *t = timers;
  while (t && t->object != object) t = t->next;
  return t;
}
static struct timer *added(void *object, void *queue) {
  struct timer *t = calloc(1, sizeof *t);
  *t = (struct timer){.object = object, .queue = queue, .start = -1, .next = timers};
  return timers = t;
}
// Times missed while the process was suspended are not made up for.
static void skip_missed(struct timer *t) {
  while (t->interval > 0 && t->start <= art_uptime_now) t->start += t->interval;
}
static void arm(struct timer *t) {
  unsigned long version = ++t->version;
  if (!t->is_running || t->is_cancelled || t->start < 0) return;
  block fire = ^{
    if (version != t->version || !t->is_running || t->is_cancelled) return;
    skip_missed(t);
    if (t->body) t->body();
    if (t->interval > 0 && version == t->version) arm(t);
  };
  int64_t left = t->start - art_uptime_now;
  art_enqueue_block(fire, left > 0 ? left : 0, t->queue, t->sleeper);
}

void *CFRunLoopTimerCreate(
    void *allocator, double start, double interval, unsigned long flags, long order, void (*call)(void *, void *),
    void **context) {
  void *timer = ORIGINAL(CFRunLoopTimerCreate)(allocator, start, interval, flags, order, call, context);
  struct timer *t = added(timer, art_main_queue());
  void *info = context ? context[1] : NULL;
  t->start = (int64_t)((start + reference) * 1e9) - art_unix_now + art_uptime_now;
  t->interval = (int64_t)(interval * 1e9);
  t->body = _Block_copy(^{
    call(timer, info);
    skip_missed(t);
  });
  return timer;
}
void CFRunLoopAddTimer(void *loop, void *timer, void *mode) {
  struct timer *t = found(timer);
  if (!t || t->is_running) return;
  t->is_running = 1;
  arm(t);
}
void CFRunLoopTimerInvalidate(void *timer) {
  struct timer *t = found(timer);
  if (t) t->is_cancelled = 1;
  ORIGINAL(CFRunLoopTimerInvalidate)(timer);
}

void *dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, void *queue) {
  if (type != &_dispatch_source_type_timer) art_escape("makes a dispatch source that is no timer");
  void *source = ORIGINAL(dispatch_source_create)(type, handle, mask, queue);
  dispatch_retain(source);
  return added(source, queue)->object;
}
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  struct timer *t = found(source);
  if (!t) return ORIGINAL(dispatch_source_set_timer)(source, start, interval, leeway);
  t->start = start == ~0ull ? -1 : art_uptime_now + art_until(start);
  t->interval = interval == ~0ull ? 0 : (int64_t)interval;
  arm(t);
}
void dispatch_source_set_event_handler(void *source, block body) {
  struct timer *t = found(source);
  if (!t) return ORIGINAL(dispatch_source_set_event_handler)(source, body);
  t->body = body ? _Block_copy(body) : NULL;
}
// A sleep of Swift with a tolerance is such a source.
void dispatch_source_set_event_handler_f(void *source, void (*function)(void *)) {
  struct timer *t = found(source);
  if (!t) return ORIGINAL(dispatch_source_set_event_handler_f)(source, function);
  t->body = _Block_copy(^{ function(dispatch_get_context(source)); });
  t->sleeper = art_sleeper();
}
#define RUN(name, value)                        \
  void name(void *object) {                     \
    struct timer *t = found(object);            \
    if (!t) return ORIGINAL(name)(object);      \
    t->is_running = value;                      \
    arm(t);                                     \
  }
RUN(dispatch_resume, 1)
RUN(dispatch_activate, 1)
RUN(dispatch_suspend, 0)
void dispatch_source_cancel(void *source) {
  struct timer *t = found(source);
  if (!t) return ORIGINAL(dispatch_source_cancel)(source);
  t->is_cancelled = 1;
}
long dispatch_source_testcancel(void *source) {
  struct timer *t = found(source);
  return t ? t->is_cancelled : ORIGINAL(dispatch_source_testcancel)(source);
}
