// Timers of run loops and of dispatch sources.
#include "internal.h"

// The main queue fires the timers of run loops.
struct loop_timer {
  void *timer;
  void (*call)(void *, void *);
  void *info;
  double fire, interval;
  int is_set;
  struct loop_timer *next;
};
static struct loop_timer *loop_timers;
// Seconds of 2001 since 1970.
static const double reference = 978307200;

static int64_t until_fire(struct loop_timer *t) {
  int64_t left = (int64_t)((t->fire + reference) * 1e9) - art_unix_now;
  return left > 0 ? left : 0;
}
static void fire(void *argument) {
  struct loop_timer *t = argument;
  if (!((unsigned char (*)(void *))dlsym(RTLD_DEFAULT, "CFRunLoopTimerIsValid"))(t->timer)) return;
  t->call(t->timer, t->info);
  if (t->interval <= 0) return;
  // What was missed while the process was suspended is not made up for.
  while (until_fire(t) == 0) t->fire += t->interval;
  art_callbacks.enqueue(t, fire, until_fire(t), art_main_queue(), NULL);
}
void *CFRunLoopTimerCreate(
    void *allocator, double fire, double interval, unsigned long flags, long order, void (*call)(void *, void *),
    void **context) {
  void *timer = REAL(
      "CFRunLoopTimerCreate",
      void *(*)(void *, double, double, unsigned long, long, void (*)(void *, void *), void **))(
      allocator, fire, interval, flags, order, call, context);
  if (!art_inside) return timer;
  struct loop_timer *t = malloc(sizeof *t);
  *t = (struct loop_timer){timer, call, context ? context[1] : NULL, fire, interval, 0, loop_timers};
  loop_timers = t;
  return timer;
}
void CFRunLoopAddTimer(void *loop, void *timer, void *mode) {
  if (!art_inside) return REAL("CFRunLoopAddTimer", void (*)(void *, void *, void *))(loop, timer, mode);
  for (struct loop_timer *t = loop_timers; t; t = t->next) {
    if (t->timer != timer || t->is_set) continue;
    t->is_set = 1;
    art_callbacks.enqueue(t, fire, until_fire(t), art_main_queue(), NULL);
  }
}

// Dispatch sources. An element stays where its source was cancelled: a process lives for a short time.
typedef void (^block)(void);
struct source {
  void *source, *queue;
  int64_t start, interval;
  block body;
  void (*function)(void *);
  void *sleeper;
  int is_running, is_cancelled;
  unsigned long version;
  struct source *next;
};
struct firing {
  struct source *source;
  unsigned long version;
};
static struct source *sources;
extern char _dispatch_source_type_timer;

static struct source *found(void *source) {
  struct source *s = art_inside ? sources : NULL;
  while (s && s->source != source) s = s->next;
  return s;
}
static void arm(struct source *s);
static void fire_source(void *argument) {
  struct firing firing = *(struct firing *)argument;
  struct source *s = firing.source;
  free(argument);
  if (firing.version != s->version || !s->is_running || s->is_cancelled) return;
  if (s->interval > 0)
    while (s->start <= art_uptime_now) s->start += s->interval;
  if (s->function) s->function(((void *(*)(void *))dlsym(RTLD_DEFAULT, "dispatch_get_context"))(s->source));
  else if (s->body) s->body();
  if (s->interval > 0 && firing.version == s->version) arm(s);
}
static void arm(struct source *s) {
  s->version++;
  if (!s->is_running || s->is_cancelled || s->start < 0) return;
  struct firing *firing = malloc(sizeof *firing);
  *firing = (struct firing){s, s->version};
  int64_t left = s->start - art_uptime_now;
  art_callbacks.enqueue(firing, fire_source, left > 0 ? left : 0, s->queue, s->sleeper);
}
void *dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, void *queue) {
  if (art_inside && type != &_dispatch_source_type_timer) art_callbacks.escape("makes a dispatch source that is no timer");
  void *source = REAL("dispatch_source_create", void *(*)(const void *, uintptr_t, unsigned long, void *))(
      type, handle, mask, queue);
  if (!art_inside) return source;
  struct source *s = calloc(1, sizeof *s);
  *s = (struct source){.source = source, .queue = queue, .start = -1, .next = sources};
  REAL("dispatch_retain", void (*)(void *))(source);
  return (sources = s)->source;
}
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  struct source *s = found(source);
  if (!s) return REAL("dispatch_source_set_timer", void (*)(void *, uint64_t, uint64_t, uint64_t))(source, start, interval, leeway);
  int is_wall = (int64_t)start < 0 && (start & (1ull << 62));
  s->start = start == ~0ull ? -1 : start == 0 ? art_uptime_now
      : is_wall ? art_uptime_now - (int64_t)start - art_unix_now : (int64_t)(start & ~(1ull << 63));
  s->interval = interval == ~0ull ? 0 : (int64_t)interval;
  arm(s);
}
void dispatch_source_set_event_handler(void *source, block body) {
  struct source *s = found(source);
  if (s) s->body = body ? _Block_copy(body) : NULL;
  else REAL("dispatch_source_set_event_handler", void (*)(void *, block))(source, body);
}
// A sleep of Swift with a tolerance is such a source.
void dispatch_source_set_event_handler_f(void *source, void (*function)(void *)) {
  struct source *s = found(source);
  if (s) s->function = function, s->sleeper = art_sleeper();
  else REAL("dispatch_source_set_event_handler_f", void (*)(void *, void (*)(void *)))(source, function);
}
#define RUN(name, value)                             \
  void name(void *object) {                          \
    struct source *s = found(object);                \
    if (!s) return REAL(#name, void (*)(void *))(object); \
    s->is_running = value;                           \
    arm(s);                                          \
  }
RUN(dispatch_resume, 1)
RUN(dispatch_activate, 1)
RUN(dispatch_suspend, 0)
void dispatch_source_cancel(void *source) {
  struct source *s = found(source);
  if (s) s->is_cancelled = 1; else REAL("dispatch_source_cancel", void (*)(void *))(source);
}
long dispatch_source_testcancel(void *source) {
  struct source *s = found(source);
  return s ? s->is_cancelled : REAL("dispatch_source_testcancel", long (*)(void *))(source);
}
