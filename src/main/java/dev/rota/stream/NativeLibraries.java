package dev.rota.stream;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.rocksdb.NativeLibraryLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where this process unpacks its native libraries, 15 MB of them: a directory of its own in the
 * temporary one, removed at the end. A process that is killed leaves it behind, but not its lock:
 * whoever starts next removes it.
 */
public final class NativeLibraries {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibraries.class);
  private static final String PREFIX = "rota-native-";
  private static final String NAMELESS = "rota-new-";
  private static final String LOCK = "lock";
  private static final Path MAPPED = Path.of("/proc/self/maps");
  private static final Pattern LZ4 = Pattern.compile("/.*/liblz4-java-\\d+\\.so");
  private static final byte RECORDS_V2 = 2;

  private static Path directory;

  private NativeLibraries() {}

  /** Makes the directory, and removes those of the dead; before any library is loaded. */
  public static synchronized void claim() {
    if (directory != null) {
      return;
    }
    try {
      Path nameless = Files.createTempDirectory(NAMELESS);
      removeDead(nameless.getParent());
      FileChannel lock = locked(nameless.resolve(LOCK), StandardOpenOption.CREATE);
      // Only under this name others look at it, and by then it has its lock.
      String name = nameless.getFileName().toString().replace(NAMELESS, PREFIX);
      directory = Files.move(nameless, nameless.resolveSibling(name));
      System.setProperty("ZstdTempFolder", directory.toString());
      System.setProperty("org.xerial.snappy.tempdir", directory.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(lock), "unpacked"));
    } catch (IOException e) {
      LOG.debug("native libraries are unpacked where each likes it", e);
    }
  }

  private static void end(FileChannel lock) {
    try (lock) {
      remove(directory);
    } catch (IOException e) {
      LOG.debug("the lock goes with the process", e);
    }
  }

  /** RocksDB's, which can be told only where it is loaded, and lz4's, which cannot be told. */
  static synchronized void load() {
    if (directory == null) {
      return;
    }
    try {
      NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
      Compression.lz4().build().wrapForOutput(new ByteBufferOutputStream(64), RECORDS_V2).close();
      removeLz4();
    } catch (IOException e) {
      LOG.debug("a native library is loaded when it is needed", e);
    }
  }

  /** What is loaded needs no file any more; of those in the temporary directory this is ours. */
  private static void removeLz4() throws IOException {
    if (!Files.isReadable(MAPPED)) {
      return; // no Linux: it stays until the process ends, or for ever if that is killed
    }
    for (String line : Files.readAllLines(MAPPED)) {
      Matcher file = LZ4.matcher(line);
      if (file.find()) {
        Files.deleteIfExists(Path.of(file.group()));
        Files.deleteIfExists(Path.of(file.group() + ".lck"));
      }
    }
  }

  private static void removeDead(Path temporary) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(temporary)) {
      all = files.filter(file -> file.getFileName().toString().startsWith(PREFIX)).toList();
    }
    for (Path dir : all) {
      try (FileChannel free = locked(dir.resolve(LOCK), StandardOpenOption.WRITE)) {
        if (free != null) {
          remove(dir);
        }
      } catch (IOException e) {
        LOG.debug("{} is another user's, or somebody else removes it", dir, e);
      }
    }
  }

  /** The file, locked as long as it is open; null when somebody has it. */
  private static FileChannel locked(Path file, StandardOpenOption how) throws IOException {
    FileChannel channel = FileChannel.open(file, how, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException ownedByThisProcess) {
      LOG.debug("{} is this process's", file);
    }
    channel.close();
    return null;
  }

  private static void remove(Path dir) {
    try (Stream<Path> files = Files.list(dir)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(dir);
    } catch (IOException e) {
      LOG.debug("{} stays", dir, e);
    }
  }
}
