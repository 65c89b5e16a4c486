#pragma once
// The library's declarations stay its own module's: included here, they would belong to this one as well, and
// Swift would find them in one file and not in the next.
#if __has_feature(modules)
#pragma clang module import CALSA
#else
#include <alsa/asoundlib.h>
#endif

/// ALSA reports errors to standard error by default, over the screen; this takes its place and says nothing.
void groove_alsa_be_quiet(void);
