package dev.rota.shards.model;

import java.util.Arrays;

/** Bytes that are handed on and never looked into; equal when they are alike. */
public final class Bytes {
  public static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** The array is taken as it is: nobody may write into it any more. */
  public static Bytes of(byte[] content) {
    return content.length == 0 ? NONE : new Bytes(content);
  }

  /** The content itself: do not write into it. */
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
