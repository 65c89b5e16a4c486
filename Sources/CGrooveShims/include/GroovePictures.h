#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// libjpeg-turbo and libspng, loaded when a picture is decoded. Their headers are not needed: these are the few
// prototypes that are used, as documented by TurboJPEG 2.0 and libspng 0.7, whose ABIs are kept within the soname.

/// A number to scale by while decoding, as TurboJPEG gives it.
typedef struct {
    int num, denom;
} groove_jpeg_scale;

/// TurboJPEG's constants that are used.
enum {
    GROOVE_JPEG_RGB = 0,
    GROOVE_JPEG_CMYK = 11,
    GROOVE_JPEG_COLORSPACE_CMYK = 3,
    GROOVE_JPEG_COLORSPACE_YCCK = 4,
    /// A progressive picture with too many scans is an error.
    GROOVE_JPEG_LIMIT_SCANS = 32768,
    /// The picture is there, perhaps not all of it.
    GROOVE_JPEG_WARNING = 0,
};

/// libturbojpeg.so.0.
typedef struct {
    void *_Nullable (*_Nonnull init)(void);
    int (*_Nonnull header)(
        void *handle, const unsigned char *bytes, unsigned long size, int *width, int *height, int *subsampling,
        int *colorspace);
    int (*_Nonnull decompress)(
        void *handle, const unsigned char *bytes, unsigned long size, unsigned char *pixels, int width, int pitch,
        int height, int format, int flags);
    int (*_Nonnull error_code)(void *handle);
    groove_jpeg_scale *_Nullable (*_Nonnull scales)(int *count);
    int (*_Nonnull destroy)(void *handle);
} groove_jpeg;

/// The table, or NULL where the library is not installed. Stays loaded.
const groove_jpeg *_Nullable groove_jpeg_load(void);

/// What libspng tells of a picture before decoding it.
typedef struct {
    uint32_t width, height;
    uint8_t bit_depth, color_type, compression_method, filter_method, interlace_method;
} groove_png_header;

/// libspng's constants that are used.
enum { GROOVE_PNG_RGBA8 = 1, GROOVE_PNG_TRANSPARENCY = 1 };

/// libspng.so.0.
typedef struct {
    void *_Nullable (*_Nonnull context)(int flags);
    void (*_Nonnull free)(void *context);
    int (*_Nonnull set_bytes)(void *context, const void *bytes, size_t size);
    int (*_Nonnull set_image_limits)(void *context, uint32_t width, uint32_t height);
    int (*_Nonnull set_chunk_limits)(void *context, size_t chunk, size_t cache);
    int (*_Nonnull header)(void *context, groove_png_header *header);
    int (*_Nonnull decode)(void *context, void *pixels, size_t size, int format, int flags);
} groove_png;

/// The table, or NULL where the library is not installed. Stays loaded.
const groove_png *_Nullable groove_png_load(void);

/// The calling process keeps to this from now on: so much memory and processor time, no new files, no core file, no
/// new privileges, and an end when its parent ends. Returns 0, or an errno.
int groove_confine(size_t memory_bytes, unsigned processor_seconds);

/// Starts a program with `socket` as standard input and output, nothing to write errors to, an empty environment, no
/// other file of ours and no signal blocked. Returns 0 and the process, or an errno.
int groove_spawn(
    const char *executable, char *_Nullable const *_Nonnull arguments, int socket, pid_t *process);

#pragma clang assume_nonnull end
