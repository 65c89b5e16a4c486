@preconcurrency import Glibc

/// Makes a pipe, or a fifo, as small as the system does; whether that is 4 KiB.
func makeSmall(pipe descriptor: Int32) -> Bool {
    // F_SETPIPE_SZ, which Glibc's module does not show.
    fcntl(descriptor, 1031, 4096) == 4096
}
