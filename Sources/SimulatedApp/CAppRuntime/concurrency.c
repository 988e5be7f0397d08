// Jobs of Swift concurrency, by the hooks of its runtime.
#include "internal.h"

#define SWIFT __attribute__((swiftcall))
typedef SWIFT void (*enqueue)(void *);
typedef SWIFT void (*enqueue_after)(unsigned long long, void *);
typedef SWIFT void (*enqueue_at)(long long, long long, long long, long long, int, void *);
extern SWIFT void (*swift_task_enqueueGlobal_hook)(void *, enqueue);
extern SWIFT void (*swift_task_enqueueMainExecutor_hook)(void *, enqueue);
extern SWIFT void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long, void *, enqueue_after);
extern SWIFT void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long, long long, long long, long long, int, void *, enqueue_at);

extern SWIFT void *swift_task_getCurrent(void);
extern SWIFT unsigned char swift_task_isCancelled(void *task);
extern void *swift_retain(void *object);

// A task is kept until the process ends, which is soon.
void *art_sleeper(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_retain(task) : NULL;
}
int art_is_cancelled(void *sleeper) { return sleeper && swift_task_isCancelled(sleeper) & 1; }

static SWIFT void on_global(void *job, enqueue original) {
  if (art_inside) art_callbacks.enqueue_job(job, 0, 0); else original(job);
}
static SWIFT void on_main(void *job, enqueue original) {
  if (art_inside) art_callbacks.enqueue_job(job, 1, 0); else original(job);
}
static SWIFT void on_delay(unsigned long long delay, void *job, enqueue_after original) {
  if (art_inside) art_callbacks.enqueue_job(job, 0, (int64_t)delay); else original(delay, job);
}
static SWIFT void on_deadline(
    long long seconds, long long rest, long long leeway, long long leeway_rest, int clock, void *job,
    enqueue_at original) {
  if (!art_inside) return original(seconds, rest, leeway, leeway_rest, clock, job);
  int64_t after = seconds * 1000000000LL + rest - art_uptime_now;
  art_callbacks.enqueue_job(job, 0, after > 0 ? after : 0);
}

void art_install(AppRuntimeCallbacks callbacks) {
  art_callbacks = callbacks;
  swift_task_enqueueGlobal_hook = on_global;
  swift_task_enqueueMainExecutor_hook = on_main;
  swift_task_enqueueGlobalWithDelay_hook = on_delay;
  swift_task_enqueueGlobalWithDeadline_hook = on_deadline;
}
