package dev.rota.base.actions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps some bytes free on the disk of the actions' folders. If an action takes them, the one that
 * uses most ends: else none of them could write, nor the bot, nor who else has that disk.
 */
final class DiskReserve implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);

  /** What a fast disk may write between two looks; of a small disk, a twentieth. */
  private static final long BYTES_MAX = 1L << 30;

  private static final long PART = 20;
  private static final long LOOK_MILLIS = 500;

  private final Path folders;
  private final Set<DiskUse> running = new HashSet<>();
  private boolean isClosed;

  /** An action whose command runs. */
  interface DiskUse {
    Path folder();

    /** Returns how many of the bytes in its folder are not its own, but links. */
    long bytesShared();

    void end(String why);
  }

  private DiskReserve(Path folders) {
    this.folders = folders;
  }

  /** Watches the disk with this directory from now on. */
  static DiskReserve watching(Path folders) {
    DiskReserve reserve = new DiskReserve(folders);
    Thread.ofPlatform().daemon().name("disk-reserve").start(reserve::watch);
    return reserve;
  }

  synchronized void add(DiskUse action) {
    running.add(action);
  }

  synchronized void remove(DiskUse action) {
    running.remove(action);
  }

  private void watch() {
    try {
      while (true) {
        List<DiskUse> now;
        synchronized (this) {
          TimeUnit.MILLISECONDS.timedWait(this, LOOK_MILLIS);
          if (isClosed) {
            return;
          }
          now = List.copyOf(running);
        }
        look(now);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(List<DiskUse> actions) {
    try {
      long free = Files.getFileStore(folders).getUsableSpace();
      long wanted = Math.min(BYTES_MAX, Files.getFileStore(folders).getTotalSpace() / PART);
      if (!actions.isEmpty() && free < wanted) {
        endLargest(actions, free, wanted);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("the disk of {} cannot be looked at", folders, e);
    }
  }

  /** One that uses less than what is lacking is not the cause. */
  private static void endLargest(List<DiskUse> actions, long free, long wanted) throws IOException {
    long most = wanted - free;
    DiskUse largest = null;
    for (DiskUse action : actions) {
      long bytes = bytes(action.folder()) - action.bytesShared();
      if (bytes >= most) {
        most = bytes;
        largest = action;
      }
    }
    if (largest != null) {
      largest.end(
          "the action was ended: it used %d bytes of the worker's disk, of which only %d were left"
              .formatted(most, free));
    }
  }

  private static long bytes(Path folder) throws IOException {
    Process process =
        ActionProcess.start(
            new ProcessBuilder("du", "-sk", "--", folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    // What vanishes meanwhile is no matter; then it says less.
    return said.matches("(?s)[0-9]+\\s.*") ? Long.parseLong(said.split("\\s", 2)[0]) << 10 : 0;
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
  }
}
