package dev.rota.kernel.domain;

import java.util.Arrays;

/** Bytes that no rule looks at, with value equality. */
public final class OpaqueBytes {
  public static final OpaqueBytes NONE = new OpaqueBytes(new byte[0]);

  private final byte[] content;

  private OpaqueBytes(byte[] content) {
    this.content = content;
  }

  /** Wraps the array without a copy. The caller must not change it afterwards. */
  public static OpaqueBytes of(byte[] content) {
    return content.length == 0 ? NONE : new OpaqueBytes(content);
  }

  /** Returns the wrapped array. Do not change it. */
  public byte[] content() {
    return content;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OpaqueBytes bytes && Arrays.equals(content, bytes.content);
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
