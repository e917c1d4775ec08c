package dev.rota.shards.model;

import java.util.Arrays;

/** Opaque bytes with value equality. */
public final class Bytes {
  public static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** Wraps the array without a copy. The caller must not change it afterwards. */
  public static Bytes of(byte[] content) {
    return content.length == 0 ? NONE : new Bytes(content);
  }

  /** Returns the wrapped array. Do not change it. */
  public byte[] content() {
    return content;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return content.length + " bytes";
  }
}
