#include "event_list.h"
#include "philox.h"
#include <gsl/gsl_randist.h>
#include <math.h>

enum { ARRIVAL, DEPARTURE };
enum { LONGEST_QUEUE = 65536 };

static int64_t exponential(gsl_rng *generator, double mean) {
  return (int64_t)round(gsl_ran_exponential(generator, mean) * 1e6);
}

reference_queue_result reference_queue(int64_t customers, reference_stream_start arrivals,
                                       reference_stream_start services) {
  gsl_rng *arrival_rng = reference_philox(arrivals), *service_rng = reference_philox(services);
  event_list list = event_list_make(4);
  int64_t *queue = malloc(LONGEST_QUEUE * sizeof(int64_t));
  uint32_t head = 0, tail = 0; /* waiting customers' times of arrival */
  int busy = 0;
  int64_t arrived = 0;
  reference_queue_result result = {0, 0, 0};
  event_list_schedule(&list, exponential(arrival_rng, 1.25), ARRIVAL);
  for (;;) {
    event_key first = event_list_first(&list);
    if (list.count == 0) break;
    list.has_hole = 1;
    int64_t now = key_time(first);
    result.time = now;
    result.events++;
    if (key_event(first) == ARRIVAL) {
      if (++arrived < customers) event_list_schedule(&list, now + exponential(arrival_rng, 1.25), ARRIVAL);
      if (busy) {
        queue[tail++ % LONGEST_QUEUE] = now;
      } else {
        busy = 1;
        event_list_schedule(&list, now + exponential(service_rng, 1), DEPARTURE);
      }
    } else if (head != tail) {
      result.total_wait += now - queue[head++ % LONGEST_QUEUE];
      event_list_schedule(&list, now + exponential(service_rng, 1), DEPARTURE);
    } else {
      busy = 0;
    }
  }
  free(queue);
  event_list_free(&list);
  gsl_rng_free(arrival_rng);
  gsl_rng_free(service_rng);
  return result;
}
