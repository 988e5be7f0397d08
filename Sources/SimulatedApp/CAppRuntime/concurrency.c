// Jobs of Swift concurrency, by the hooks of its runtime, each of which gets the original after its arguments.
#include "internal.h"

#define SWIFT __attribute__((swiftcall))
#define HOOK(name, ...)                                        \
  extern SWIFT void (*swift_task_##name##_hook)(__VA_ARGS__); \
  static SWIFT void name(__VA_ARGS__)

extern SWIFT void *swift_task_getCurrent(void);
extern SWIFT unsigned char swift_task_isCancelled(void *task);
extern void *swift_retain(void *object);

// A task is kept until the process ends, which is soon.
void *art_sleeper(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_retain(task) : NULL;
}
int art_is_cancelled(void *sleeper) { return sleeper && swift_task_isCancelled(sleeper) & 1; }

HOOK(enqueueGlobal, void *job, void *original) { art_enqueue_job(job, 0, 0); }
HOOK(enqueueMainExecutor, void *job, void *original) { art_enqueue_job(job, 1, 0); }
HOOK(enqueueGlobalWithDelay, unsigned long long delay, void *job, void *original) {
  art_enqueue_job(job, 0, (int64_t)delay);
}
HOOK(enqueueGlobalWithDeadline, long long seconds, long long rest, long long leeway, long long leeway_rest, int clock,
     void *job, void *original) {
  int64_t after = seconds * 1000000000LL + rest - art_uptime_now;
  art_enqueue_job(job, 0, after > 0 ? after : 0);
}

int art_inside;
void art_enter(int is_inside) {
  art_inside = is_inside;
  swift_task_enqueueGlobal_hook = enqueueGlobal;
  swift_task_enqueueMainExecutor_hook = enqueueMainExecutor;
  swift_task_enqueueGlobalWithDelay_hook = enqueueGlobalWithDelay;
  swift_task_enqueueGlobalWithDeadline_hook = enqueueGlobalWithDeadline;
}
