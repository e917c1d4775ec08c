package dev.rota.lab.verbs.imports;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RefusedLines;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.LineRecordReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.zip.ZipException;

/** Reads the records of a file. Invalid lines are reported and skipped. */
final class SkippingReader<T> implements Iterator<T>, Closeable {
  interface Format<T> {
    LineRecordReader<T> open(InputStream in) throws IOException;
  }

  private final Path file;
  private final LineRecordReader<T> records;
  private final long limit;
  private final RefusedLines refused;
  private long count;
  private Optional<T> ahead;

  private SkippingReader(RootCommand root, Path file, LineRecordReader<T> records, Long limit) {
    this.file = file;
    this.records = records;
    this.limit = limit == null ? Long.MAX_VALUE : limit;
    this.refused = new RefusedLines(root);
  }

  /**
   * Opens the file.
   *
   * @param limit maximum number of records; null: all
   */
  static <T> SkippingReader<T> open(RootCommand root, Path file, Format<T> format, Long limit)
      throws IOException {
    InputStream in;
    try {
      in = Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new CommandFailure(
          ExitCode.IO, "cannot read " + file, "there is no such file", "name another one", e);
    }
    try {
      return new SkippingReader<>(root, file, format.open(in), limit);
    } catch (IOException e) {
      in.close();
      throw unreadable(file, e);
    }
  }

  @Override
  public boolean hasNext() {
    readAhead();
    return ahead.isPresent();
  }

  /** Reads up to the first valid record. The file's head is known afterwards. */
  @SuppressWarnings("OptionalAssignedToNull") // null: nothing is read ahead
  void readAhead() {
    while (ahead == null) {
      try {
        ahead = count == limit ? Optional.empty() : records.next();
        count++;
      } catch (BadLine bad) {
        refuse(bad);
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }
  }

  @Override
  @SuppressWarnings("OptionalAssignedToNull")
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T record = ahead.get();
    ahead = null;
    return record;
  }

  void refuse(BadLine bad) {
    refused.tell(records.lineNumber(), bad.getMessage());
  }

  long refused() {
    return refused.count();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  private static CommandFailure unreadable(Path file, IOException e) {
    boolean gzip = e instanceof EOFException || e instanceof ZipException;
    return new CommandFailure(
        ExitCode.IO,
        "cannot read " + file,
        gzip ? "gzip data ends too early or is damaged: " + e.getMessage() : e.getMessage(),
        gzip
            ? "copy or download it again; 'gzip -t' checks it"
            : "check the file, its disk and its permissions",
        e);
  }
}
