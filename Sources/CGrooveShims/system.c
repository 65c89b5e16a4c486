#include "GrooveSystem.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

void groove_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int groove_poll(int descriptor, int events, int milliseconds) {
    struct pollfd entry = {.fd = descriptor, .events = (short)events};
    int count = poll(&entry, 1, milliseconds);
    return count > 0 ? entry.revents : count;
}

void groove_open_standard_descriptors(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) continue;
        // The lowest free number is the one that is closed.
        if (open("/dev/null", O_RDONLY) != descriptor) return;
    }
}

static atomic_int status_on_request;

static void end_at_once(int signal) { _exit(atomic_load(&status_on_request)); }

void groove_end_at_once_on_request(int status) {
    static const int signals[] = {SIGTERM, SIGHUP};
    atomic_store(&status_on_request, status);
    for (int i = 0; i < 2; i++) {
        struct sigaction before, action = {.sa_handler = end_at_once};
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(signals[i], &action, NULL);
    }
}
