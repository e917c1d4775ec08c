package dev.rota.base.lines;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Detects gzip by the first two bytes. */
public final class GzipInput {
  private static final int GZIP_MAGIC_1 = 0x1f;
  private static final int GZIP_MAGIC_2 = 0x8b;

  private GzipInput() {}

  /** Returns the content, unzipped if necessary. */
  public static InputStream of(InputStream file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(file);
    in.mark(2);
    boolean gzip = in.read() == GZIP_MAGIC_1 && in.read() == GZIP_MAGIC_2;
    in.reset();
    return gzip ? new GZIPInputStream(in) : in;
  }
}
