// Clocks and randomness of an app.
#include "internal.h"
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/time.h>

int64_t art_unix_now, art_uptime_now;
static uint64_t random_state = 1;
void art_set_now(int64_t unix_nanoseconds, int64_t uptime_nanoseconds) {
  art_unix_now = unix_nanoseconds;
  art_uptime_now = uptime_nanoseconds;
}
void art_seed(uint64_t seed) { random_state = seed; }

static int64_t now_of(clockid_t id) {
  return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE ? art_unix_now : art_uptime_now;
}

int clock_gettime(clockid_t id, struct timespec *t) {
  if (id == CLOCK_THREAD_CPUTIME_ID || id == CLOCK_PROCESS_CPUTIME_ID) return (int)syscall(SYS_clock_gettime, id, t);
  int64_t now = now_of(id);
  *t = (struct timespec){now / 1000000000LL, now % 1000000000LL};
  return 0;
}
int gettimeofday(struct timeval *restrict t, void *restrict zone) {
  *t = (struct timeval){art_unix_now / 1000000000LL, art_unix_now / 1000 % 1000000};
  return 0;
}
time_t time(time_t *out) {
  time_t now = art_unix_now / 1000000000LL;
  if (out) *out = now;
  return now;
}

// Blocking calls take simulated time.
int clock_nanosleep(clockid_t id, int flags, const struct timespec *request, struct timespec *rest) {
  int64_t length = nanoseconds(request) - (flags & TIMER_ABSTIME ? now_of(id) : 0);
  if (length > 0) art_block(length, NULL, NULL);
  return 0;
}
int nanosleep(const struct timespec *request, struct timespec *rest) {
  return clock_nanosleep(CLOCK_MONOTONIC, 0, request, rest);
}
unsigned sleep(unsigned seconds) {
  nanosleep(&(struct timespec){seconds, 0}, NULL);
  return 0;
}
int usleep(useconds_t length) {
  return nanosleep(&(struct timespec){length / 1000000, (length % 1000000) * 1000}, NULL);
}

// Splitmix64: each launch has its own seed, and draws in its own order.
void arc4random_buf(void *buffer, size_t count) {
  for (uint8_t *bytes = buffer; count > 0;) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    size_t part = count < 8 ? count : 8;
    memcpy(bytes, &z, part);
    bytes += part;
    count -= part;
  }
}
ssize_t getrandom(void *buffer, size_t count, unsigned flags) {
  arc4random_buf(buffer, count);
  return (ssize_t)count;
}
// Swift asks by it for random numbers.
long syscall(long number, ...) {
  static long (*original)(long, ...);
  long a[6];
  va_list arguments;
  va_start(arguments, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(arguments, long);
  va_end(arguments);
  if (number == SYS_getrandom) return getrandom((void *)a[0], (size_t)a[1], 0);
  if (!original) original = ORIGINAL(syscall);
  return original(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
int getentropy(void *buffer, size_t count) {
  arc4random_buf(buffer, count);
  return 0;
}
uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}

int open(const char *path, int flags, ...) {
  if (strcmp(path, "/dev/urandom") && strcmp(path, "/dev/random")) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = va_arg(arguments, int);
    va_end(arguments);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  }
  int file = memfd_create("random", MFD_CLOEXEC);
  char bytes[4096];
  arc4random_buf(bytes, sizeof bytes);
  if (file >= 0 && syscall(SYS_write, file, bytes, sizeof bytes) == sizeof bytes) lseek(file, 0, SEEK_SET);
  return file;
}
// Where numbers have 64 bits both are one.
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
