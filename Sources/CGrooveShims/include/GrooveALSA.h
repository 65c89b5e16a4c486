#pragma once
#include <alsa/asoundlib.h>

/// ALSA reports errors to standard error by default, over the screen; this takes its place and says nothing.
void groove_alsa_be_quiet(void);
