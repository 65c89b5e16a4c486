#pragma once
// GNU and Linux calls that the Glibc module leaves out.

/// Names the calling thread (at most 15 bytes), as `top -H` and `ps -L` show it.
void groove_name_thread(const char *name);

/// poll(2) of one descriptor, without the struct, which Swift finds in any of several modules. Returns what is
/// ready (never 0), 0 when the time is over, -1 with `errno` when it failed. Negative `milliseconds`: for ever.
int groove_poll(int descriptor, int events, int milliseconds);

/// Opens what is closed of standard input, output and error, so that no file or socket of ours gets its number and
/// is written to in its place. Output that was closed stays one that cannot be written to.
void groove_open_standard_descriptors(void);

/// Makes SIGTERM and SIGHUP end the process at once with this exit status, unless they are ignored.
void groove_end_at_once_on_request(int status);
