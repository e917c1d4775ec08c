package dev.rota.base.lines;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Function;

/** Reads records from JSON objects, one per line, plain or gzipped. */
public abstract class JsonRecords<T> implements LineRecordReader<T> {
  private final JsonLines lines;
  private final Function<JsonFields, T> form;

  /**
   * Starts before the first line.
   *
   * @param form throws {@link BadLine} for an object that is not a record
   */
  protected JsonRecords(InputStream in, Function<JsonFields, T> form) throws IOException {
    this.lines = new JsonLines(in);
    this.form = form;
  }

  @Override
  public final Optional<T> next() throws IOException {
    return lines.next().map(form);
  }

  @Override
  public final long lineNumber() {
    return lines.number();
  }

  @Override
  public final void close() throws IOException {
    lines.close();
  }
}
