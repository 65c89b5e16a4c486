#pragma once
// GNU and Linux calls that the Glibc module leaves out.

/// Names the calling thread (at most 15 bytes), as `top -H` and `ps -L` show it.
void groove_name_thread(const char *name);

/// poll(2) of one descriptor, without the struct, which Swift finds in any of several modules. Returns what is
/// ready (never 0), 0 when the time is over, -1 with `errno` when it failed. Negative `milliseconds`: for ever.
int groove_poll(int descriptor, int events, int milliseconds);
