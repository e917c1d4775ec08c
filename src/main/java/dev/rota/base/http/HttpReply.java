package dev.rota.base.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A response.
 *
 * @param type media type of the body
 * @param headers further ones, by name
 */
public record HttpReply(int status, String type, byte[] body, Map<String, String> headers)
    implements HttpAnswer {
  /** Without further headers. */
  public HttpReply(int status, String type, byte[] body) {
    this(status, type, body, Map.of());
  }

  /** The same with one more header. */
  public HttpReply with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpReply(status, type, body, more);
  }
}
