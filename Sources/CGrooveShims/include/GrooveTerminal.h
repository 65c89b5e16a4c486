#pragma once
#include <stddef.h>

#pragma clang assume_nonnull begin

// The guard of the terminal: raw mode and the alternate screen are taken back whatever ends the process, short of
// SIGKILL. One terminal a process. All that runs in a signal handler is async-signal-safe.

/// Remembers the terminal's settings and the bytes that enter and leave the screen, takes over the signals that stop,
/// continue, resize, end or crash the process, and enters. Of each signal that is not a crash one byte, its number,
/// is written to `notify`, a non-blocking pipe. SIGTERM, SIGHUP, SIGINT and SIGQUIT end the process only when they
/// come a second time. Returns 0, or an errno.
int groove_terminal_guard_begin(
    int input, int output, int notify, const char *enter, size_t enter_length, const char *leave, size_t leave_length);

/// Raw mode and the enter bytes, again: after the process was stopped. Returns 0, or an errno.
int groove_terminal_guard_enter(void);

/// The settings that were found, and the leave bytes. Does nothing if that has been done. A terminal that takes
/// nothing any more loses what is queued for it; waits for it 300 ms at most.
void groove_terminal_guard_restore(void);

/// Whether the terminal is a screen now.
int groove_terminal_guard_is_entered(void);

/// Restores, and gives the signals back.
void groove_terminal_guard_end(void);

/// Restores, stops the whole process group as Ctrl-Z does, and notifies SIGCONT when it goes on.
void groove_terminal_guard_suspend(void);

/// A pipe that never blocks and that no other program inherits. Returns 0, or -1 with errno.
int groove_notice_pipe(int ends[_Nonnull 2]);

/// The terminal's size; 0 when it is not known.
void groove_terminal_size(int terminal, int *columns, int *rows);

#pragma clang assume_nonnull end
