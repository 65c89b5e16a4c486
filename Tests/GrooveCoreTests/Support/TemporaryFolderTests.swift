import Glibc
import Testing

@Suite("A test's own folder")
struct TemporaryFolderTests {
    @Test("it is gone with all that is in it")
    func gone() {
        var folder: TemporaryFolder? = TemporaryFolder()
        let path = folder?.path ?? ""
        #expect(mkdir(path + "/inner", 0o700) == 0)
        let file = creat(path + "/inner/file", 0o600)
        #expect(file >= 0)
        close(file)
        folder = nil
        #expect(access(path, F_OK) == -1)
    }
}
