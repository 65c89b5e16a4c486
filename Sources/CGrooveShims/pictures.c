#include "GroovePictures.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static int find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    *(void **)place = symbol;
    return symbol != NULL;
}

const groove_jpeg *groove_jpeg_load(void) {
    static groove_jpeg table;
    void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    int whole = find(library, "tjInitDecompress", &table.init) &&
                find(library, "tjDecompressHeader3", &table.header) &&
                find(library, "tjDecompress2", &table.decompress) &&
                find(library, "tjGetErrorCode", &table.error_code) &&
                find(library, "tjGetScalingFactors", &table.scales) &&
                find(library, "tjDestroy", &table.destroy);
    return whole ? &table : NULL;
}

const groove_png *groove_png_load(void) {
    static groove_png table;
    void *library = dlopen("libspng.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    int whole = find(library, "spng_ctx_new", &table.context) && find(library, "spng_ctx_free", &table.free) &&
                find(library, "spng_set_png_buffer", &table.set_bytes) &&
                find(library, "spng_set_image_limits", &table.set_image_limits) &&
                find(library, "spng_set_chunk_limits", &table.set_chunk_limits) &&
                find(library, "spng_get_ihdr", &table.header) &&
                find(library, "spng_decode_image", &table.decode);
    return whole ? &table : NULL;
}

static int limit(int resource, rlim_t value) {
    struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &both);
}

int groove_confine(size_t memory_bytes, unsigned processor_seconds) {
    if (limit(RLIMIT_AS, memory_bytes) != 0 || limit(RLIMIT_CPU, processor_seconds) != 0 ||
        limit(RLIMIT_NOFILE, 0) != 0 || limit(RLIMIT_FSIZE, 0) != 0 || limit(RLIMIT_CORE, 0) != 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return errno;
    return 0;
}

int groove_spawn(const char *executable, char *const *arguments, int socket, pid_t *process) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&files);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        sigset_t none;
        sigemptyset(&none);
        char *const environment[] = {NULL};
        posix_spawnattr_setsigmask(&attributes, &none);
        error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        if (!error) error = posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
        if (!error) error = posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
        if (!error) error = posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        if (!error) error = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
        if (!error) error = posix_spawn(process, executable, &files, &attributes, arguments, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return error;
}
