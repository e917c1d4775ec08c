package dev.rota.base.http;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A request.
 *
 * @param places decoded values of the path's {@code {places}}
 * @param query decoded values; if a name repeats, the first one counts
 * @param repeated all values of each name, in their order
 * @param headers the value of a header by its name, whatever its case; null: it has none
 * @param type media type of the body, or null
 * @param target path and query as they were sent
 */
public record HttpCall(
    String method,
    Map<String, String> places,
    Map<String, String> query,
    Map<String, List<String>> repeated,
    UnaryOperator<String> headers,
    String type,
    byte[] body,
    String target) {
  /** Every value of a name that may repeat, in their order. */
  public List<String> every(String name) {
    return repeated.getOrDefault(name, List.of());
  }
}
