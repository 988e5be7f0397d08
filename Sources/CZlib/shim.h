#ifndef SLUMBER_CZLIB_SHIM_H
#define SLUMBER_CZLIB_SHIM_H
#include <zlib.h>

/* deflateInit2 is a macro, which Swift cannot import. 16 above the window's size asks for the gzip format, whose
   header zlib writes without a time and without a name. */
static inline int slumber_gzip_begin(z_stream *stream) {
  return deflateInit2(stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/* inflateInit2 is one as well. */
static inline int slumber_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
#endif
