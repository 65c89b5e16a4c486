#include "GrooveTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <termios.h>
#include <unistd.h>

enum { SEQUENCE_LIMIT = 128, SIGNAL_LIMIT = 65 };

static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
// They end a process by default, and are not groove's to use.
static const int deaths[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,
                             SIGSTKFLT, SIGSYS, SIGXCPU, SIGXFSZ};
static const int ends[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
#define COUNT(array) (sizeof(array) / sizeof *(array))

// Written by begin and end alone, while no handler of ours is installed; read by the handlers.
static struct {
    int input, output, notify;
    struct termios found, raw;
    char enter[SEQUENCE_LIMIT], leave[SEQUENCE_LIMIT];
    size_t enter_length, leave_length;
    struct sigaction before[SIGNAL_LIMIT];
} guard;

static atomic_int is_begun, is_entered;
/// When each signal first asked for the end, in milliseconds; 0: it has not.
static atomic_llong asked_to_end[SIGNAL_LIMIT];
/// A second signal sooner than this is the same asking: timeout(1) signals its child, and then the child's group.
static const long long end_patience = 500;

static void write_all(const char *bytes, size_t length) {
    while (length > 0) {
        struct pollfd ready = {.fd = guard.output, .events = POLLOUT};
        if (poll(&ready, 1, 200) != 1 || !(ready.revents & POLLOUT)) {
            // A stuck terminal: what is queued for it is given up, so that there is room for these few bytes.
            tcflush(guard.output, TCOFLUSH);
            if (poll(&ready, 1, 100) != 1 || !(ready.revents & POLLOUT)) return;
        }
        ssize_t written = write(guard.output, bytes, length);
        if (written < 0 && errno != EINTR && errno != EAGAIN) return;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

void groove_terminal_guard_restore(void) {
    if (!atomic_exchange(&is_entered, 0)) return;
    int kept_errno = errno;
    // From the background, setting the terminal stops the process unless this signal is blocked.
    sigset_t background, before;
    sigemptyset(&background);
    sigaddset(&background, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &background, &before);
    write_all(guard.leave, guard.leave_length);
    tcsetattr(guard.input, TCSANOW, &guard.found);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = kept_errno;
}

int groove_terminal_guard_is_entered(void) { return atomic_load(&is_entered); }

int groove_notice_pipe(int ends[2]) { return pipe2(ends, O_NONBLOCK | O_CLOEXEC); }

int groove_terminal_guard_enter(void) {
    if (!atomic_load(&is_begun)) return EINVAL;
    if (tcsetattr(guard.input, TCSANOW, &guard.raw) != 0) return errno;
    atomic_store(&is_entered, 1);
    write_all(guard.enter, guard.enter_length);
    return 0;
}

static void notify(int signal) {
    unsigned char byte = (unsigned char)signal;
    // A full pipe means that the reader has enough to do; nothing is lost that it could not ask for.
    ssize_t ignored = write(guard.notify, &byte, 1);
    (void)ignored;
}

static void give_back(int signal) { sigaction(signal, &guard.before[signal], NULL); }

static void die_of(int signal) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    raise(signal);
}

static void hand_on(int signal, siginfo_t *info, void *context) {
    struct sigaction before = guard.before[signal];
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(signal);
    }
}

static void on_crash(int signal, siginfo_t *info, void *context) {
    groove_terminal_guard_restore();
    // Whoever was there before gets it now: a debugger's or the runtime's handler, or the default, which ends the
    // process with this signal.
    if (info->si_code <= 0) {
        // Sent by somebody: no instruction faults again, so that a handler that returns would let the process live.
        hand_on(signal, info, context);
        die_of(signal);
        return;
    }
    // A faulting instruction faults again by itself, and so keeps its own account of why.
    give_back(signal);
    if (signal == SIGTRAP) raise(signal);
}

static void on_death(int signal) {
    groove_terminal_guard_restore();
    die_of(signal);
}

static long long milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void on_end(int signal) {
    int kept_errno = errno;
    long long now = milliseconds_now();
    // Never 0, which stands for "not asked".
    long long first = 0;
    if (atomic_compare_exchange_strong(&asked_to_end[signal], &first, now + 1)) {
        notify(signal);
    } else if (now - first > end_patience) {
        groove_terminal_guard_restore();
        die_of(signal);
    }
    errno = kept_errno;
}

static void on_stop(int signal) {
    int kept_errno = errno;
    groove_terminal_guard_restore();
    // SIGTSTP by its default, not SIGSTOP: where no shell could continue the process, the kernel ignores it.
    struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
    sigaction(signal, &standard, &ours);
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, signal);
    raise(signal);
    pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    // The process stands still here until it is continued.
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(signal, &ours, NULL);
    notify(SIGCONT);
    errno = kept_errno;
}

static void on_news(int signal) {
    int kept_errno = errno;
    notify(signal);
    errno = kept_errno;
}

void groove_terminal_guard_suspend(void) {
    groove_terminal_guard_restore();
    kill(0, SIGTSTP);
}

static void take(int signal, void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, &guard.before[signal]);
}

static void take_signals(void) {
    for (size_t i = 0; i < COUNT(crashes); i++) {
        struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(crashes[i], &action, &guard.before[crashes[i]]);
    }
    for (size_t i = 0; i < COUNT(deaths); i++) {
        take(deaths[i], on_death, SA_RESTART);
        // Whoever started groove may have had a reason to ignore it, or whoever uses it as a library to handle it.
        if (guard.before[deaths[i]].sa_handler != SIG_DFL) give_back(deaths[i]);
    }
    for (size_t i = 0; i < COUNT(ends); i++) {
        atomic_store(&asked_to_end[ends[i]], 0);
        take(ends[i], on_end, SA_RESTART);
    }
    take(SIGTSTP, on_stop, SA_RESTART);
    take(SIGCONT, on_news, SA_RESTART);
    take(SIGWINCH, on_news, SA_RESTART);
}

int groove_terminal_guard_begin(
    int input, int output, int notify_to, const char *enter, size_t enter_length, const char *leave,
    size_t leave_length) {
    static atomic_int is_registered;
    if (enter_length > SEQUENCE_LIMIT || leave_length > SEQUENCE_LIMIT) return EINVAL;
    if (atomic_exchange(&is_begun, 1)) return EBUSY;
    if (tcgetattr(input, &guard.found) != 0) {
        int error = errno;
        atomic_store(&is_begun, 0);
        return error;
    }
    guard.input = input;
    guard.output = output;
    guard.notify = notify_to;
    memcpy(guard.enter, enter, enter_length);
    memcpy(guard.leave, leave, leave_length);
    guard.enter_length = enter_length;
    guard.leave_length = leave_length;
    guard.raw = guard.found;
    cfmakeraw(&guard.raw);
    guard.raw.c_cc[VMIN] = 1;
    guard.raw.c_cc[VTIME] = 0;
    take_signals();
    if (!atomic_exchange(&is_registered, 1)) atexit(groove_terminal_guard_restore);
    int error = groove_terminal_guard_enter();
    if (error != 0) groove_terminal_guard_end();
    return error;
}

void groove_terminal_guard_end(void) {
    if (!atomic_load(&is_begun)) return;
    groove_terminal_guard_restore();
    for (size_t i = 0; i < COUNT(crashes); i++) give_back(crashes[i]);
    for (size_t i = 0; i < COUNT(deaths); i++) give_back(deaths[i]);
    for (size_t i = 0; i < COUNT(ends); i++) {
        // A process that was asked to end is about to: the same asking, a moment later, must not kill it on its way.
        if (atomic_load(&asked_to_end[ends[i]]) == 0) give_back(ends[i]);
    }
    give_back(SIGTSTP);
    give_back(SIGCONT);
    give_back(SIGWINCH);
    atomic_store(&is_begun, 0);
}

void groove_terminal_size(int terminal, int *columns, int *rows) {
    struct winsize size = {0};
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
    *columns = size.ws_col;
    *rows = size.ws_row;
}
