#pragma once
// GNU and Linux calls that the Glibc module leaves out.

/// Names the calling thread (at most 15 bytes), as `top -H` and `ps -L` show it.
void groove_name_thread(const char *name);
