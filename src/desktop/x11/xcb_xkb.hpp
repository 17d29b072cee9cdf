// xcb/xkb.h for C++: a field in it has a keyword for its name (freedesktop bug 74080). Goes when that field has another.
#pragma once
#pragma GCC system_header  // clang warns of a keyword that is redefined, and takes this pragma, too

#include <xcb/xcb.h>

#define explicit explicit_
#include <xcb/xkb.h>
#undef explicit
