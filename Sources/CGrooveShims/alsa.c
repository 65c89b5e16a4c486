#include "GrooveALSA.h"

static void say_nothing(const char *file, int line, const char *function, int error, const char *format, ...) {}

void groove_alsa_be_quiet(void) { snd_lib_error_set_handler(say_nothing); }
