package dev.rota.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/** The environment of a compose file's service. */
public final class ComposeVariables {
  private ComposeVariables() {}

  /** Those whose names begin so. Each value must be quoted. */
  public static Map<String, String> of(JsonNode service, String prefix) {
    Map<String, String> variables = new TreeMap<>();
    service
        .path("environment")
        .properties()
        .forEach(
            variable -> {
              assertThat(variable.getValue().isTextual())
                  .as(variable.getKey() + " is quoted: YAML's own types are no texts")
                  .isTrue();
              if (variable.getKey().startsWith(prefix)) {
                variables.put(variable.getKey(), variable.getValue().asText());
              }
            });
    return variables;
  }
}
