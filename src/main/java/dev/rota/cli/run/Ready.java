package dev.rota.cli.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** The line that tells a calling program that Rota is ready. */
final class Ready {
  private Ready() {}

  static String json(String bootstrap, String registry, String http, String dataDir) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("ready", true)
        .put("bootstrap", bootstrap)
        .put("registry", registry)
        .put("http", http)
        .put("dataDir", dataDir)
        .toString();
  }
}
