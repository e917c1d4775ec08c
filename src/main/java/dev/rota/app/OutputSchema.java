package dev.rota.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The JSON Schema (2020-12) of what a verb prints with {@code -o json}. It describes one line of
 * stdout. That of {@code rota} itself describes its version and what goes to stderr: errors and
 * refused lines.
 */
public final class OutputSchema {
  private static final String FOLDER = "/output/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private OutputSchema() {}

  /**
   * Returns the schema by the verb's words, such as {@code rota-topics-list}; empty: it prints no
   * JSON itself.
   */
  public static Optional<ObjectNode> of(String words) throws IOException {
    try (InputStream file = OutputSchema.class.getResourceAsStream(FOLDER + words + ".json")) {
      return file == null
          ? Optional.empty()
          : Optional.of((ObjectNode) JSON.readTree(file.readAllBytes()));
    }
  }
}
