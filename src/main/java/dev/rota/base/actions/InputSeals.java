package dev.rota.base.actions;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.rota.base.blobs.BlobDigest;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How the inputs of an action were laid out, so that it is known afterwards whether they still are.
 * It is on disk, as there may be millions, in a file without a name, which no action can change.
 */
final class InputSeals implements AutoCloseable {
  private static final String ATTRIBUTES = "unix:mode,ino,dev,uid,size,lastModifiedTime,ctime";
  private static final int KIND = 0170000;
  private static final int REGULAR = 0100000;

  private final Path root;
  private final FileChannel file;
  private final boolean areLinks;
  private final DataOutputStream out;
  private long count;

  private enum Kind {
    DIRECTORY,
    FILE,
    SYMLINK
  }

  /**
   * What a file system says of an input. It differs if the input was replaced or written to.
   *
   * @param mode of a directory only that it is one
   */
  private record Seal(
      int mode, long inode, long device, int owner, long size, long modified, long changed) {
    static Seal read(DataInputStream in) throws IOException {
      return new Seal(
          in.readInt(),
          in.readLong(),
          in.readLong(),
          in.readInt(),
          in.readLong(),
          in.readLong(),
          in.readLong());
    }

    void write(DataOutputStream out) throws IOException {
      out.writeInt(mode);
      out.writeLong(inode);
      out.writeLong(device);
      out.writeInt(owner);
      out.writeLong(size);
      out.writeLong(modified);
      out.writeLong(changed);
    }
  }

  /**
   * Begins.
   *
   * @param areLinks whether files are links to a cache, which are made and deleted by other actions
   *     at any time; so the time of their last change says nothing
   */
  InputSeals(Path root, Path file, boolean areLinks) throws IOException {
    this.root = root;
    this.file = StreamRecorder.nameless(file);
    this.areLinks = areLinks;
    this.out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(this.file)));
  }

  void addDirectory(Path place) throws IOException {
    add(Kind.DIRECTORY, place);
  }

  void addSymlink(Path place) throws IOException {
    begin(Kind.SYMLINK, place);
    out.writeUTF(Files.readSymbolicLink(place).toString());
  }

  void addFile(Path place, BlobDigest digest) throws IOException {
    add(Kind.FILE, place);
    out.writeUTF(digest.hash());
    out.writeLong(digest.size());
  }

  private void begin(Kind kind, Path place) throws IOException {
    count++;
    out.writeUTF(kind.name());
    out.writeUTF(root.relativize(place).toString());
  }

  private void add(Kind kind, Path place) throws IOException {
    begin(kind, place);
    seal(kind, place).write(out);
  }

  private Seal seal(Kind kind, Path place) throws IOException {
    Map<String, Object> now = Files.readAttributes(place, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    int mode = (Integer) now.get("mode");
    boolean isFile = kind == Kind.FILE;
    return new Seal(
        isFile ? mode : mode & KIND,
        (Long) now.get("ino"),
        (Long) now.get("dev"),
        isFile ? (Integer) now.get("uid") : 0,
        isFile ? (Long) now.get("size") : 0,
        isFile ? nanos(now.get("lastModifiedTime")) : 0,
        isFile && !areLinks ? nanos(now.get("ctime")) : 0);
  }

  private static long nanos(Object time) {
    return ((FileTime) time).to(NANOSECONDS);
  }

  /**
   * Finds an input that does not have its bytes any more. Call it when nothing runs.
   *
   * @param mayChange what the action may replace
   * @throws io.grpc.StatusRuntimeException FAILED_PRECONDITION: there is one
   */
  void check(Predicate<Path> mayChange) throws IOException {
    out.flush();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Channels.newInputStream(file.position(0))))) {
      for (long i = 0; i < count; i++) {
        Kind kind = Kind.valueOf(in.readUTF());
        String path = in.readUTF();
        Path place = root.resolve(path);
        if (!isAsItWas(kind, place, in) && !mayChange.test(place)) {
          throw ActionPath.unmet(
              "the input",
              path,
              "was changed while the action ran, so its result is not used: an action may not"
                  + " write to its inputs; let it write to a copy, or declare the path as output");
        }
      }
    }
  }

  private boolean isAsItWas(Kind kind, Path place, DataInputStream in) throws IOException {
    String target = kind == Kind.SYMLINK ? in.readUTF() : null;
    Seal seal = kind == Kind.SYMLINK ? null : Seal.read(in);
    BlobDigest digest = kind == Kind.FILE ? new BlobDigest(in.readUTF(), in.readLong()) : null;
    try {
      if (target != null) {
        return Files.readSymbolicLink(place).toString().equals(target);
      }
      Seal now = seal(kind, place);
      if (now.equals(seal)) {
        return true;
      }
      // A link to it, or other permissions, are no other bytes.
      return digest != null
          && (now.mode() & KIND) == REGULAR
          && now.size() == digest.size()
          && hash(place, digest.size()).equals(digest);
    } catch (FileSystemException goneOrAnotherKindOfFile) {
      return false;
    }
  }

  private static BlobDigest hash(Path place, long size) throws IOException {
    try (InputStream in = Files.newInputStream(place, LinkOption.NOFOLLOW_LINKS)) {
      return BlobDigest.of(in, size);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
