#include "GrooveSystem.h"
#include <pthread.h>

void groove_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
