package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;

/** What is verified, in words. */
final class ProofText {
  private ProofText() {}

  static String of(JsonNode said) {
    if (said.path("turns").asLong(1) == 0) {
      return "no turn yet";
    }
    return said.path("proved").asBoolean()
        ? "verified"
        : "NOT VERIFIED" + (said.hasNonNull("difference") ? ": " + text(said) : "");
  }

  private static String text(JsonNode said) {
    return said.path("difference").asText();
  }
}
