package dev.rota.base.actions;

import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps what an action writes to stdout or stderr, in a file without a name: no action can put
 * another one in its place.
 */
final class StreamRecorder implements AutoCloseable {
  /** All who could write have ended. Only one that no sweep finds could make a reader wait. */
  private static final long REST_MILLIS = 10_000;

  private final FileChannel file;
  private final String name;
  private final long bytesMax;
  private Thread thread;
  private volatile boolean isReading;
  private volatile long size;
  private volatile Status fault = Status.OK;

  /** Makes a recorder of a file that is open for reading and writing, and empty. */
  StreamRecorder(FileChannel file, String name, long bytesMax) {
    this.file = file;
    this.name = name;
    this.bytesMax = bytesMax;
  }

  static StreamRecorder open(Path folder, String name, long bytesMax) throws IOException {
    return new StreamRecorder(nameless(folder.resolve(name)), name, bytesMax);
  }

  /** Makes a file, and takes its name away. */
  static FileChannel nameless(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    Files.delete(file);
    return channel;
  }

  /**
   * Begins to record.
   *
   * @param end what ends the writer once not all can be kept
   */
  void start(InputStream in, Runnable end) {
    thread = Thread.ofPlatform().daemon().name("action-" + name).start(() -> record(in, end));
  }

  private void record(InputStream in, Runnable end) {
    // Java holds in memory what a process leaves unread, without a limit, unless this is locked.
    synchronized (in) {
      try (in) {
        keep(in);
      } catch (ClosedChannelException itIsTooLate) {
        return;
      } catch (IOException e) {
        fault = Status.UNAVAILABLE.withDescription("the worker's disk, for " + name + ": " + e);
      }
    }
    if (!fault.isOk()) {
      end.run();
    }
  }

  private void keep(InputStream in) throws IOException {
    byte[] buffer = new byte[1 << 13];
    for (int n = read(in, buffer); n >= 0; n = read(in, buffer)) {
      int kept = (int) Math.min(n, bytesMax - size);
      ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, kept);
      long end = size;
      while (bytes.hasRemaining()) {
        end += file.write(bytes, end);
      }
      size = end;
      if (kept < n) {
        fault =
            Status.RESOURCE_EXHAUSTED.withDescription(
                "the action was ended: its %s has more than %d bytes; write them to an output file"
                    .formatted(name, bytesMax));
        return;
      }
    }
  }

  private int read(InputStream in, byte[] buffer) throws IOException {
    isReading = true;
    int read = in.read(buffer);
    isReading = false;
    return read;
  }

  /**
   * Waits until all is written. If a process that no sweep finds keeps the stream open, what it
   * writes from now on is not of the recording.
   */
  Recording finish() throws InterruptedException, IOException {
    do {
      thread.join(REST_MILLIS);
    } while (thread.isAlive() && !isReading);
    BlobSource kept = FromStart::new;
    try (InputStream in = kept.open()) {
      return new Recording(BlobDigest.of(in, size), kept, fault);
    }
  }

  /** Returns why not all is kept; OK: all is. */
  Status fault() {
    return fault;
  }

  /** Reads what is kept; who closes it does not close the file. */
  private final class FromStart extends InputStream {
    private long at;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
      int read = file.read(ByteBuffer.wrap(buffer, from, length), at);
      at += Math.max(0, read);
      return read;
    }
  }

  /**
   * What was kept.
   *
   * @param fault OK: that is all
   */
  record Recording(BlobDigest digest, BlobSource source, Status fault) {}

  @Override
  public void close() throws IOException {
    file.close();
  }
}
