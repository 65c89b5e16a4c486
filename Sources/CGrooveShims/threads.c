#include "GrooveThreads.h"
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>

int groove_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int groove_ask_for_realtime(void) {
    struct sched_param parameters = {.sched_priority = 1};
    return pthread_setschedparam(pthread_self(), SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
}
