#pragma once
// What the two sound threads need of Linux.

/// A descriptor that another thread can make readable (eventfd), non-blocking; −1 and errno if there is none.
int groove_event_descriptor(void);

/// Asks for the lowest real-time priority for the calling thread, not passed on to threads and processes that it
/// starts. 0, or an error number; without the right to it, nothing changes.
int groove_ask_for_realtime(void);
