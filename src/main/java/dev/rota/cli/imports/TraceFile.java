package dev.rota.cli.imports;

import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.lines.Unzipped;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** A file to import, unzipped where it has to be; what is wrong with it names it. */
final class TraceFile extends FilterInputStream {
  private final Path file;

  private TraceFile(Path file, InputStream in) {
    super(in);
    this.file = file;
  }

  static InputStream open(Path file) throws IOException {
    InputStream in;
    try {
      in = Files.newInputStream(file);
    } catch (NoSuchFileException e) {
      throw new Failure(
          Exit.IO, "cannot read " + file, "there is no such file", "name another one", e);
    }
    try {
      return new TraceFile(file, Unzipped.of(in));
    } catch (IOException e) {
      in.close();
      throw unreadable(file, e);
    }
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    try {
      return in.read(bytes, from, length);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static Failure unreadable(Path file, IOException e) {
    boolean gzip = e instanceof EOFException || e instanceof ZipException;
    return new Failure(
        Exit.IO,
        "cannot read " + file,
        gzip ? "gzip data ends too early or is damaged: " + e.getMessage() : e.getMessage(),
        gzip
            ? "copy or download it again; 'gzip -t' tells whether it is whole"
            : "check the file, its disk and its permissions",
        e);
  }
}
