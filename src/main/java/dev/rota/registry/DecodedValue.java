package dev.rota.registry;

/**
 * A value, and where its bytes are.
 *
 * @param from the index at which the value's Avro encoding starts, up to the end of the bytes;
 *     {@link #OTHER} if encoding it in its own schema could give other bytes
 */
public record DecodedValue(Object value, int from) {
  static final int OTHER = -1;

  public static DecodedValue other(Object value) {
    return new DecodedValue(value, OTHER);
  }

  /** True if the bytes are the value's encoding in its own schema. */
  public boolean isCanonical() {
    return from != OTHER;
  }
}
