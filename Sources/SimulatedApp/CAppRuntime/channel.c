// Lines between the phone and the process of the app at hand. They stand in memory that all processes share, so that
// whoever goes on after the death of one finds what it had read.
#include "internal.h"
#include <fcntl.h>
#include <sys/mman.h>

enum { capacity = 1 << 21 };
static struct channel {
  struct art_turn turn;
  uint32_t begin, end;
  uint8_t bytes[capacity];
} * channel;
static int input, output;
unsigned long art_lines;

struct art_turn *art_turn(void) { return &channel->turn; }

void art_open_channel(void) {
  channel = mmap(NULL, sizeof *channel, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100);
  output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
  int nothing = open("/dev/null", O_RDONLY);
  if (channel == MAP_FAILED || input < 0 || output < 0 || nothing < 0) _exit(71);
  dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  if (nothing > 2) close(nothing);
}

int64_t art_read_line(const uint8_t **line) {
  uint32_t searched = channel->begin;
  while (1) {
    uint8_t *end = memchr(channel->bytes + searched, '\n', channel->end - searched);
    if (end) {
      *line = channel->bytes + channel->begin;
      int64_t length = end - *line;
      channel->begin += length + 1;
      channel->turn.is_awaiting = 0;
      art_lines++;
      return length;
    }
    if (channel->begin > 0) {
      uint32_t left = channel->end - channel->begin;
      memmove(channel->bytes, channel->bytes + channel->begin, left);
      memset(channel->bytes + left, 0, channel->end - left);
      channel->begin = 0;
      channel->end = left;
    }
    searched = channel->end;
    if (channel->end == capacity) return -1;
    ssize_t count = syscall(SYS_read, input, channel->bytes + channel->end, (size_t)(capacity - channel->end));
    if (count == 0 || (count < 0 && errno != EINTR)) return -1;
    if (count > 0) channel->end += count;
  }
}

// A process that dies as it reads may have got bytes that it had no time to count; all others are 0.
void art_recover_input(void) {
  while (channel->end < capacity && channel->bytes[channel->end]) channel->end++;
}

void art_unread_line(int64_t length) { channel->begin -= length + 1; }

void art_write(const uint8_t *bytes, size_t count, int is_question) {
  art_lines++;
  if (is_question) channel->turn.is_awaiting = 1;
  while (count > 0) {
    ssize_t written = syscall(SYS_write, output, bytes, count);
    if (written < 0 && errno != EINTR) _exit(0);
    if (written > 0) {
      bytes += written;
      count -= written;
    }
  }
}
