package dev.rota.app.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** Standard output that distinguishes a closed pipe from other I/O errors. */
final class StandardOutput extends FilterOutputStream {
  StandardOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int one) throws IOException {
    try {
      out.write(one);
    } catch (IOException e) {
      throw classified(e);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw classified(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw classified(e);
    }
  }

  /** Java has no exception type for a closed pipe, only the system's message. */
  private static IOException classified(IOException e) {
    String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    boolean pipe = words.contains("broken pipe") || words.contains("pipe closed");
    return pipe ? new PipeClosed(e) : e;
  }
}
