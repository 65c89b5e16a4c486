#pragma once
// Typed wrappers for what Swift cannot call: variadic functions, macros, and a few GNU calls that the
// Glibc module leaves out. One header a library; nothing here decides anything.
#include "GrooveALSA.h"
#include "GrooveCurl.h"
#include "GroovePictures.h"
#include "GrooveSystem.h"
#include "GrooveTerminal.h"
#include "GrooveThreads.h"
