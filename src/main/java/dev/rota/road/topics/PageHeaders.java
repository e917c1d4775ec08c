package dev.rota.road.topics;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.ledger.TurnPage;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Key and headers of the ledger's pages, which say what is in a page without decoding it. */
public final class PageHeaders {
  /** The page's number: 1, 2, 3 … per partition. */
  public static final String PAGE = "rota.page";

  /** How many turns it has. */
  public static final String TURNS = "rota.turns";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private PageHeaders() {}

  /** The key of a partition's pages: its number as text. */
  public static byte[] key(int partition) {
    return Integer.toString(partition).getBytes(US_ASCII);
  }

  public static Headers of(TurnPage page) {
    return new RecordHeaders(
        new Header[] {
          header(PAGE, page.number()),
          header(TURNS, page.turns().size()),
          header(TurnHeaders.RULES, page.rules())
        });
  }

  /** The number of a page; 0: the record is none, or does not say it. */
  public static long number(Headers headers) {
    return number(headers, PAGE, 0);
  }

  /** How many turns a page has; 1: it does not say it. */
  public static long turns(Headers headers) {
    return number(headers, TURNS, 1);
  }

  private static long number(Headers headers, String name, long otherwise) {
    Header header = headers.lastHeader(name);
    String text = header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
    return NUMBER.matcher(text).matches() ? Long.parseLong(text) : otherwise;
  }

  private static Header header(String name, long number) {
    return new RecordHeader(name, Long.toString(number).getBytes(US_ASCII));
  }
}
