package dev.rota.base.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A response.
 *
 * @param type media type of the body
 * @param headers further ones, by name
 */
public record Reply(int status, String type, byte[] body, Map<String, String> headers)
    implements Answer {
  /** Without further headers. */
  public Reply(int status, String type, byte[] body) {
    this(status, type, body, Map.of());
  }

  /** The same with one more header. */
  public Reply with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Reply(status, type, body, more);
  }
}
