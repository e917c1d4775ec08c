package dev.rota.registry;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;

/** The position of the schema id: before the value, or in a header. */
final class SchemaIdFraming {
  static final int PREFIX_BYTES = 5;

  private static final String VALUE_HEADER = "__value_schema_id";
  private static final String KEY_HEADER = "__key_schema_id";
  private static final byte ID = 0;
  private static final byte GUID = 1;
  private static final int GUID_BYTES = 17;

  private SchemaIdFraming() {}

  static String header(boolean isKey) {
    return isKey ? KEY_HEADER : VALUE_HEADER;
  }

  /** Writes {@code 00} and the id into the first five bytes. */
  static void prefix(byte[] record, int id) {
    record[0] = ID;
    record[1] = (byte) (id >>> 24);
    record[2] = (byte) (id >>> 16);
    record[3] = (byte) (id >>> 8);
    record[4] = (byte) id;
  }

  static boolean isPrefixed(byte[] bytes) {
    return bytes.length >= PREFIX_BYTES && bytes[0] == ID;
  }

  static int id(byte[] bytes) {
    return ((bytes[1] & 0xff) << 24)
        | ((bytes[2] & 0xff) << 16)
        | ((bytes[3] & 0xff) << 8)
        | (bytes[4] & 0xff);
  }

  static boolean isGuid(byte[] header) {
    return header != null && header.length == GUID_BYTES && header[0] == GUID;
  }

  static UUID guid(byte[] header) {
    ByteBuffer halves = ByteBuffer.wrap(header, 1, GUID_BYTES - 1);
    return new UUID(halves.getLong(), halves.getLong());
  }

  static byte[] guidHeader(UUID guid) {
    return ByteBuffer.allocate(GUID_BYTES)
        .put(GUID)
        .putLong(guid.getMostSignificantBits())
        .putLong(guid.getLeastSignificantBits())
        .array();
  }

  /**
   * Removes schema ids of headers that Streams forwards. A reader would prefer them to the prefix.
   */
  static void dropStale(Headers headers) {
    drop(headers, VALUE_HEADER);
    drop(headers, KEY_HEADER);
  }

  private static void drop(Headers headers, String name) {
    // Checked first: removing allocates even if there is nothing to remove.
    if (headers.lastHeader(name) != null) {
      headers.remove(name);
    }
  }
}
