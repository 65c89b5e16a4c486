#pragma once
// Typed wrappers for what Swift cannot call: variadic functions, macros, and a few GNU calls that the
// Glibc module leaves out. One header a library; nothing here decides anything.
#include "GrooveCurl.h"
#include "GrooveALSA.h"
#include "GrooveSystem.h"
#include "GrooveTerminal.h"
#include "GroovePictures.h"
