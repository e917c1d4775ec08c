package dev.rota.road.stream;

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
 * The directory into which this process unpacks 15 MB of native libraries, deleted on exit. The
 * directory of a killed process remains without its lock, and the next process deletes it.
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

  /**
   * Creates the directory and deletes those of dead processes. Call it before any library is
   * loaded.
   */
  public static synchronized void claim() {
    if (directory != null) {
      return;
    }
    try {
      Path nameless = Files.createTempDirectory(NAMELESS);
      removeDead(nameless.getParent());
      FileChannel lock = locked(nameless.resolve(LOCK), StandardOpenOption.CREATE);
      // Other processes look only at this name, and it is locked by now.
      String name = nameless.getFileName().toString().replace(NAMELESS, PREFIX);
      directory = Files.move(nameless, nameless.resolveSibling(name));
      System.setProperty("ZstdTempFolder", directory.toString());
      System.setProperty("org.xerial.snappy.tempdir", directory.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(lock), "unpacked"));
    } catch (IOException e) {
      LOG.debug("native libraries are unpacked to their default directories", e);
    }
  }

  private static void end(FileChannel lock) {
    try (lock) {
      remove(directory);
    } catch (IOException e) {
      LOG.debug("the lock ends with the process", e);
    }
  }

  /**
   * Loads RocksDB, whose directory can only be set here, and lz4, whose directory cannot be set.
   */
  static synchronized void load() {
    if (directory == null) {
      return;
    }
    try {
      NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
      Compression.lz4().build().wrapForOutput(new ByteBufferOutputStream(64), RECORDS_V2).close();
      removeLz4();
    } catch (IOException e) {
      LOG.debug("native libraries are loaded on first use", e);
    }
  }

  /** A loaded library does not need its file. The mapped lz4 file is this process's own. */
  private static void removeLz4() throws IOException {
    if (!Files.isReadable(MAPPED)) {
      return; // not Linux: the file stays until the process exits normally
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
        LOG.debug("{} belongs to another user, or is being deleted", dir, e);
      }
    }
  }

  /** Opens and locks the file. Returns null if another process holds the lock. */
  private static FileChannel locked(Path file, StandardOpenOption how) throws IOException {
    FileChannel channel = FileChannel.open(file, how, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException ownedByThisProcess) {
      LOG.debug("{} is locked by this process", file);
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
      LOG.debug("cannot delete {}", dir, e);
    }
  }
}
