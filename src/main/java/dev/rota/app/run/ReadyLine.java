package dev.rota.app.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The line that tells a calling program that Rota is ready. */
public final class ReadyLine {
  private ReadyLine() {}

  /**
   * The line.
   *
   * @param page null: there is none
   * @param reapi address of the front door of builds; null: there is none
   */
  public static String json(
      String bootstrap, String registry, String http, String page, String reapi, String dataDir) {
    ObjectNode line =
        JsonNodeFactory.instance
            .objectNode()
            .put("ready", true)
            .put("bootstrap", bootstrap)
            .put("registry", registry)
            .put("http", http)
            .put("dataDir", dataDir);
    if (page != null) {
      line.put("page", page);
    }
    if (reapi != null) {
      line.put("reapi", reapi);
    }
    return line.toString();
  }
}
