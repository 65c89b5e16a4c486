#include "GrooveSystem.h"
#include <poll.h>
#include <pthread.h>

void groove_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int groove_poll(int descriptor, int events, int milliseconds) {
    struct pollfd entry = {.fd = descriptor, .events = (short)events};
    int count = poll(&entry, 1, milliseconds);
    return count > 0 ? entry.revents : count;
}
