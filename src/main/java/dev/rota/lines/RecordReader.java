package dev.rota.lines;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** A file of others, read line by line and no further than asked. */
public interface RecordReader<T> extends Closeable {
  /**
   * The next record; empty at the end.
   *
   * @throws BadLine when the next line is none; the one after it can be read
   */
  Optional<T> next() throws IOException;

  /** The line that was read last, 1 for the first. */
  long lineNumber();
}
