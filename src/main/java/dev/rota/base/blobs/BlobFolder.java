package dev.rota.base.blobs;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.rota.base.files.DirectoryOwner;
import dev.rota.base.files.OwnerOnlyDirectories;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

/**
 * Blobs in a folder of one process, each a file. The least recently used are dropped when there is
 * too much.
 *
 * <p>A file gets its name by one rename, when all of it is written and its digest is right. So a
 * crash leaves no part of a blob under the blob's name. What a crash of the machine, a broken disk
 * or a program damages is found: a file is hashed before its first use by a process, and before
 * each use its size, its permissions and its time, which is the same for all, must be what they
 * were. Whoever may write to a file can restore these, but not the time of its last change, so a
 * file with another one is hashed again. Where links to a file were made, that time says nothing:
 * then nobody else may be able to write to it. A damaged file is dropped, and the blob is then
 * missing, as for a client that never stored it.
 */
public final class BlobFolder implements AutoCloseable {
  /** Whoever writes to a file changes its time. */
  private static final FileTime SEAL = FileTime.fromMillis(1_000_000_000_000L);

  private static final Set<PosixFilePermission> READABLE =
      PosixFilePermissions.fromString("r--r--r--");
  private static final Set<PosixFilePermission> EXECUTABLE =
      PosixFilePermissions.fromString("r-xr-xr-x");

  /** A blob that is executed has a second file: the two may be linked to at once. */
  private record StoredFile(BlobDigest digest, boolean executable) {}

  /**
   * When a file last had the bytes of its digest.
   *
   * @param inode of the file that was hashed
   * @param changed that file's time of change in ns; {@link #ANY}: there are links to it
   */
  private record Trust(long inode, long changed) {
    static final long ANY = -1;

    /** Not hashed since this process began. */
    static final Trust NONE = new Trust(-1, 0);

    boolean isOf(Trust now) {
      return inode == now.inode && (changed == ANY || changed == now.changed);
    }
  }

  private final Path blobs;
  private final Path incoming;
  private final DirectoryOwner owner;
  private final long bytesMax;
  private final AtomicLong names = new AtomicLong();

  /** In the order of their last use. */
  private final Map<StoredFile, Trust> files = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  private BlobFolder(Path dir, DirectoryOwner owner, long bytesMax) {
    this.blobs = dir.resolve("blobs");
    this.incoming = dir.resolve("incoming");
    this.owner = owner;
    this.bytesMax = bytesMax;
  }

  /**
   * Opens a folder, which is created if missing, with what an earlier process left in it. No other
   * user may enter it.
   *
   * @param bytesMax more than this is not kept, and no single blob may be larger
   * @throws IOException if it cannot be used, or another process uses it
   */
  public static BlobFolder open(Path dir, long bytesMax) throws IOException {
    DirectoryOwner owner = DirectoryOwner.take(OwnerOnlyDirectories.shut(dir));
    if (owner == null) {
      throw new IOException("another process uses the blobs in " + dir);
    }
    BlobFolder folder = new BlobFolder(dir, owner, bytesMax);
    try {
      folder.takeOver();
    } catch (IOException e) {
      owner.close();
      throw e;
    }
    return folder;
  }

  private void takeOver() throws IOException {
    Files.createDirectories(incoming);
    Files.createDirectories(blobs);
    try (Stream<Path> unfinished = Files.list(incoming)) {
      for (Path file : (Iterable<Path>) unfinished::iterator) {
        Files.delete(file);
      }
    }
    try (Stream<Path> found = Files.walk(blobs)) {
      for (Path file : (Iterable<Path>) found.filter(Files::isRegularFile)::iterator) {
        takeOver(file);
      }
    }
    evict();
  }

  private void takeOver(Path file) throws IOException {
    String[] parts = file.getFileName().toString().split("\\.", -1);
    try {
      StoredFile stored =
          new StoredFile(new BlobDigest(parts[0], Long.parseLong(parts[1])), parts.length > 2);
      if (file.equals(path(stored)) && sealed(stored) != null) {
        files.put(stored, Trust.NONE);
        bytes += stored.digest().size();
        return;
      }
    } catch (RuntimeException notOfThisFolder) {
      // A name that is no digest.
    }
    Files.delete(file);
  }

  private Path path(StoredFile file) {
    String name = file.digest().hash() + "." + file.digest().size();
    return blobs.resolve(name.substring(0, 2)).resolve(file.executable() ? name + ".x" : name);
  }

  /** Returns what tells whether the file was changed; null: it is not what was stored. */
  private Trust sealed(StoredFile file) throws IOException {
    Map<String, Object> now =
        Files.readAttributes(path(file), "unix:size,lastModifiedTime,permissions,ino,ctime");
    return now.get("size").equals(file.digest().size())
            && now.get("lastModifiedTime").equals(SEAL)
            && now.get("permissions").equals(permissions(file))
        ? new Trust((Long) now.get("ino"), ((FileTime) now.get("ctime")).to(NANOSECONDS))
        : null;
  }

  private static Set<PosixFilePermission> permissions(StoredFile file) {
    return file.executable() ? EXECUTABLE : READABLE;
  }

  /** Returns whether the blob is here; if so, it counts as used. */
  public synchronized boolean has(BlobDigest digest) {
    return digest.equals(BlobDigest.EMPTY) || files.get(new StoredFile(digest, false)) != null;
  }

  /** Returns how many bytes of blobs are here. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Opens a blob; null: it is not here. */
  public InputStream open(BlobDigest digest) throws IOException {
    if (digest.equals(BlobDigest.EMPTY)) {
      return InputStream.nullInputStream();
    }
    StoredFile file = new StoredFile(digest, false);
    try {
      return isUsable(file) ? Files.newInputStream(path(file)) : null;
    } catch (NoSuchFileException _) {
      drop(digest);
      return null;
    }
  }

  /** Reads a blob that fits into memory; null: it is not here. */
  public byte[] read(BlobDigest digest) throws IOException {
    try (InputStream in = open(digest)) {
      byte[] read = in == null ? null : in.readAllBytes();
      if (read != null && !BlobDigest.of(read).equals(digest)) {
        drop(digest);
        return null;
      }
      return read;
    }
  }

  /**
   * Makes a file that shares its bytes with this folder, or copies them where file systems cannot
   * share. Whoever is given the file must not be able to write to it.
   *
   * @return false: the blob is not here
   */
  public boolean link(BlobDigest digest, boolean executable, Path target) throws IOException {
    return lay(digest, executable, target, true);
  }

  /**
   * Makes a file with bytes of its own.
   *
   * @return false: the blob is not here
   */
  public boolean copy(BlobDigest digest, boolean executable, Path target) throws IOException {
    return lay(digest, executable, target, false);
  }

  private boolean lay(BlobDigest digest, boolean executable, Path target, boolean isLink)
      throws IOException {
    if (digest.equals(BlobDigest.EMPTY)) {
      Files.setPosixFilePermissions(Files.createFile(target), executable ? EXECUTABLE : READABLE);
      return true;
    }
    StoredFile file = new StoredFile(digest, executable && isLink);
    try {
      if (!isUsable(file) && !(file.executable() && makeExecutable(digest))) {
        return false;
      }
      if (isLink) {
        share(file, target);
      } else {
        copy(file, target);
        if (executable) {
          Files.setPosixFilePermissions(target, EXECUTABLE);
        }
      }
      return true;
    } catch (NoSuchFileException _) {
      drop(digest);
      return false;
    }
  }

  private void share(StoredFile file, Path target) throws IOException {
    synchronized (this) {
      files.computeIfPresent(file, (_, trust) -> new Trust(trust.inode(), Trust.ANY));
    }
    try {
      Files.createLink(target, path(file));
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (FileSystemException | UnsupportedOperationException tooManyOrOfAnotherFileSystem) {
      copy(file, target);
    }
  }

  private void copy(StoredFile file, Path target) throws IOException {
    Lock lock = ProcessStartLock.ofWriters();
    lock.lock();
    try {
      Files.copy(path(file), target, StandardCopyOption.COPY_ATTRIBUTES);
    } finally {
      lock.unlock();
    }
  }

  private boolean makeExecutable(BlobDigest digest) throws IOException {
    StoredFile plain = new StoredFile(digest, false);
    if (!isUsable(plain)) {
      return false;
    }
    Path unfinished = unfinished();
    copy(plain, unfinished);
    keep(unfinished, new StoredFile(digest, true));
    return true;
  }

  /** Returns whether the file is here and is what it was; one that is not is dropped. */
  private boolean isUsable(StoredFile file) throws IOException {
    Trust trust;
    synchronized (this) {
      trust = files.get(file);
    }
    if (trust == null) {
      return false;
    }
    Trust now = sealed(file);
    if (now == null || (!trust.isOf(now) && !isWhole(file))) {
      drop(file.digest());
      return false;
    }
    if (!trust.isOf(now)) {
      synchronized (this) {
        files.replace(file, trust, now);
      }
    }
    return true;
  }

  private boolean isWhole(StoredFile file) throws IOException {
    try (InputStream in = Files.newInputStream(path(file))) {
      return BlobDigest.of(in).equals(file.digest());
    }
  }

  /** Forgets a blob, such as one whose bytes turned out to be others. */
  public synchronized void drop(BlobDigest digest) throws IOException {
    for (boolean executable : List.of(false, true)) {
      StoredFile file = new StoredFile(digest, executable);
      if (files.remove(file) != null) {
        bytes -= digest.size();
        Files.deleteIfExists(path(file));
      }
    }
  }

  /** Stores a blob that is in memory. */
  public void store(BlobDigest digest, byte[] content) throws IOException {
    try (IncomingBlob blob = receive(digest)) {
      blob.write(content, 0, content.length);
      blob.keep();
    }
  }

  /**
   * Begins to store a blob.
   *
   * @throws io.grpc.StatusRuntimeException RESOURCE_EXHAUSTED: it is larger than this folder
   */
  public IncomingBlob receive(BlobDigest digest) throws IOException {
    if (digest.size() > bytesMax) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription(
              "a blob of " + digest.size() + " bytes: there is room for " + bytesMax + " in all")
          .asRuntimeException();
    }
    Path file = unfinished();
    return new IncomingBlob(digest, file, Files.newOutputStream(file));
  }

  private Path unfinished() {
    return incoming.resolve(Long.toString(names.incrementAndGet()));
  }

  /** The same blob may come twice at once: the second file takes the first one's place. */
  private void keep(Path file, StoredFile as) throws IOException {
    Files.setPosixFilePermissions(file, permissions(as));
    Files.setLastModifiedTime(file, SEAL);
    synchronized (this) {
      Files.createDirectories(path(as).getParent());
      Files.move(file, path(as), StandardCopyOption.ATOMIC_MOVE);
      if (files.put(as, sealed(as)) == null) {
        bytes += as.digest().size();
      }
      evict();
    }
  }

  private void evict() throws IOException {
    Iterator<StoredFile> oldest = files.keySet().iterator();
    while (bytes > bytesMax) {
      StoredFile file = oldest.next();
      oldest.remove();
      bytes -= file.digest().size();
      Files.deleteIfExists(path(file));
    }
  }

  /** Others may use the folder now. */
  @Override
  public void close() throws IOException {
    owner.close();
  }

  /** A blob on its way into the folder. Closed before it is kept, it leaves nothing. */
  public final class IncomingBlob implements AutoCloseable {
    private final BlobDigest digest;
    private final Path file;
    private final OutputStream out;
    private final MessageDigest hasher = BlobDigest.hasher();
    private long size;

    private IncomingBlob(BlobDigest digest, Path file, OutputStream out) {
      this.digest = digest;
      this.file = file;
      this.out = out;
    }

    /** Returns how many bytes have come. */
    public long size() {
      return size;
    }

    /**
     * Takes the next bytes.
     *
     * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: these are more than the digest says
     */
    public void write(byte[] buffer, int from, int length) throws IOException {
      if (size + length > digest.size()) {
        throw wrong(" has more than its " + digest.size() + " bytes");
      }
      out.write(buffer, from, length);
      hasher.update(buffer, from, length);
      size += length;
    }

    /**
     * Stores it.
     *
     * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: the bytes are not those of the
     *     digest
     */
    public void keep() throws IOException {
      out.close();
      if (size != digest.size()) {
        throw wrong(" has " + size + " bytes instead of " + digest.size());
      }
      if (!digest.isOf(hasher)) {
        throw wrong(" has another hash");
      }
      if (!digest.equals(BlobDigest.EMPTY)) {
        BlobFolder.this.keep(file, new StoredFile(digest, false));
      }
    }

    private RuntimeException wrong(String why) {
      return Status.INVALID_ARGUMENT
          .withDescription("what came as the blob " + digest + why)
          .asRuntimeException();
    }

    @Override
    public void close() throws IOException {
      out.close();
      Files.deleteIfExists(file);
    }
  }
}
