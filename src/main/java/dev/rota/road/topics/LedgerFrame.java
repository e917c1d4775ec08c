package dev.rota.road.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.ledger.TurnPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * What a record of the ledger has beside its value. No seal covers it, and it follows from the
 * value.
 */
public record LedgerFrame(byte[] key, long millis, Headers headers) {
  /**
   * What a record has otherwise.
   *
   * @param what key, timestamp or headers
   */
  public record Difference(String what, String expected, String found) {}

  /** Of a page. */
  public static LedgerFrame of(TurnPage page) {
    return new LedgerFrame(
        PageHeaders.key(page.partition()), page.atMillis(), PageHeaders.of(page));
  }

  /** How a record differs; null: it does not. */
  public Difference difference(ConsumerRecord<byte[], byte[]> line) {
    if (!Arrays.equals(key, line.key())) {
      return new Difference("key", text(key), text(line.key()));
    }
    if (millis != line.timestamp()) {
      return new Difference("timestamp", Long.toString(millis), Long.toString(line.timestamp()));
    }
    return WireFormat.bare(line.headers()).equals(headers)
        ? null
        : new Difference("headers", told(headers), told(line.headers()));
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "null" : new String(bytes, UTF_8);
  }

  /** Headers for a message. */
  public static String told(Iterable<Header> headers) {
    List<String> all = new ArrayList<>();
    for (Header header : headers) {
      byte[] value = header.value();
      String hex = value == null ? "null" : HexFormat.of().formatHex(value);
      boolean plain = value != null && Arrays.equals(text(value).getBytes(UTF_8), value);
      all.add(header.key() + "=" + (plain ? text(value) : "0x" + hex));
    }
    return all.toString();
  }
}
