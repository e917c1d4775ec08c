package dev.rota.lines;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** A file that may be gzipped, by its first two bytes. */
public final class Unzipped {
  private static final int GZIP_MAGIC_1 = 0x1f;
  private static final int GZIP_MAGIC_2 = 0x8b;

  private Unzipped() {}

  /** What is in it, unzipped where it has to be. */
  public static InputStream of(InputStream file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(file);
    in.mark(2);
    boolean gzip = in.read() == GZIP_MAGIC_1 && in.read() == GZIP_MAGIC_2;
    in.reset();
    return gzip ? new GZIPInputStream(in) : in;
  }
}
