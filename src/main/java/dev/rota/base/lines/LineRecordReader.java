package dev.rota.base.lines;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Reads records line by line, without reading ahead. */
public interface LineRecordReader<T> extends Closeable {
  /**
   * Returns the next record; empty at the end.
   *
   * @throws BadLine if the next line is not a record; the line after it can be read
   */
  Optional<T> next() throws IOException;

  /** The number of the last line, starting with 1. */
  long lineNumber();
}
