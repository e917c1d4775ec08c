package dev.rota.serving.builds;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Properties of an action or a worker, by their names, each value once. */
final class SaidProperties {
  /** More than the grid takes of one name; each is compared with those before it. */
  static final int MAX = 10_000;

  private final String field;
  private final Map<String, List<String>> all = new TreeMap<>();
  private int said;

  /** Begins with none, of a field of a request. */
  SaidProperties(String field) {
    this.field = field;
  }

  /**
   * Takes one more.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: there are too many
   */
  void add(String name, String value) {
    if (++said > MAX) {
      throw RequestedAction.invalid(
          field, "it has more than " + MAX + " properties", "leave some out");
    }
    List<String> values = all.computeIfAbsent(name, _ -> new ArrayList<>(1));
    if (!values.contains(value)) {
      values.add(value);
    }
  }

  Map<String, List<String>> all() {
    return all;
  }
}
