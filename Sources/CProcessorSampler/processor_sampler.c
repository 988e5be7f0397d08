#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "processor_sampler.h"

#if defined(__linux__) && defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__))
#include <elf.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { DEPTH = 32 };
typedef struct {
  uintptr_t frames[DEPTH];
} Sample;
typedef struct {
  uintptr_t start, end;
  const char *name;
} Function;

static Sample *samples;
static volatile int taken;
static int limit;
static uintptr_t stack_end;
static timer_t timer;
static Function *functions;
static size_t function_count;

/* Walks the frame pointers, with which the compiler builds every function of the program. */
static void take(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)info;
  if (taken >= limit) return;
  const mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  uintptr_t counter = (uintptr_t)machine->gregs[REG_RIP];
  uintptr_t frame = (uintptr_t)machine->gregs[REG_RBP], top = (uintptr_t)machine->gregs[REG_RSP];
#else
  uintptr_t counter = machine->pc, frame = machine->regs[29], top = machine->sp;
#endif
  Sample *sample = &samples[taken];
  int depth = 0;
  sample->frames[depth++] = counter;
  while (depth < DEPTH && frame >= top && frame + 2 * sizeof(uintptr_t) <= stack_end && frame % sizeof(uintptr_t) == 0) {
    const uintptr_t *link = (const uintptr_t *)frame;
    /* The address of a return lies behind the call, perhaps in the next function. */
    sample->frames[depth++] = link[1] - 1;
    if (link[0] <= frame) break;
    frame = link[0];
  }
  if (depth < DEPTH) sample->frames[depth] = 0;
  taken++;
}

static int by_start(const void *left, const void *right) {
  uintptr_t a = ((const Function *)left)->start, b = ((const Function *)right)->start;
  return (a > b) - (a < b);
}

static int first_base(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  return 1; /* The first is the program itself. */
}

/* Reads the functions of the program from its own file, which stays mapped for their names. */
static int read_functions(void) {
  if (functions) return 1;
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return 0;
  const char *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) return 0;
  uintptr_t base = 0;
  dl_iterate_phdr(first_base, &base);
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)bytes;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(bytes + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(bytes + sections[i].sh_offset);
    const char *names = bytes + sections[sections[i].sh_link].sh_offset;
    size_t count = sections[i].sh_size / sizeof(Elf64_Sym);
    functions = malloc(count * sizeof(Function));
    if (!functions) return 0;
    for (size_t k = 0; k < count; k++) {
      if (ELF64_ST_TYPE(symbols[k].st_info) != STT_FUNC || symbols[k].st_size == 0) continue;
      functions[function_count++] = (Function){
          base + symbols[k].st_value, base + symbols[k].st_value + symbols[k].st_size, names + symbols[k].st_name};
    }
    qsort(functions, function_count, sizeof(Function), by_start);
    return 1;
  }
  return 0; /* A stripped program. */
}

int sampler_start(long microseconds, int most) {
  if (!read_functions()) return 0;
  pthread_attr_t attributes;
  void *stack;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  pthread_attr_getstack(&attributes, &stack, &size);
  pthread_attr_destroy(&attributes);
  stack_end = (uintptr_t)stack + size;
  free(samples);
  samples = malloc((size_t)most * sizeof(Sample));
  if (!samples) return 0;
  taken = 0;
  limit = most;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = take;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, NULL);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  /* The clock on the wall: clocks of processor time move in steps of some milliseconds. */
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return 0;
  struct timespec period = {microseconds / 1000000, microseconds % 1000000 * 1000};
  struct itimerspec setting = {period, period};
  return timer_settime(timer, 0, &setting, NULL) == 0;
}

int sampler_count(void) { return taken; }

/* A signal that is on its way still finds its handler. */
void sampler_stop(void) { timer_delete(timer); }

const char *sampler_symbol(int sample, int depth) {
  if (depth >= DEPTH) return NULL;
  for (int above = 0; above <= depth; above++)
    if (samples[sample].frames[above] == 0) return NULL;
  uintptr_t address = samples[sample].frames[depth];
  size_t low = 0, high = function_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (functions[middle].start <= address) low = middle + 1;
    else high = middle;
  }
  return low > 0 && address < functions[low - 1].end ? functions[low - 1].name : "";
}

int64_t instruction_count(void) {
  static __thread int counter = -2;
  if (counter == -2) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    counter = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  }
  uint64_t count;
  if (counter < 0 || read(counter, &count, sizeof count) != sizeof count) return -1;
  return (int64_t)count;
}
#else
int sampler_start(long microseconds, int most) { return 0; }
int sampler_count(void) { return 0; }
void sampler_stop(void) {}
const char *sampler_symbol(int sample, int depth) { return 0; }
int64_t instruction_count(void) { return -1; }
#endif
