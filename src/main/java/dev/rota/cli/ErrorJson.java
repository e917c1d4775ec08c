package dev.rota.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** {@code {"error":{"code":69,"reason":…,"what":…,"why":…,"hint":…}}}. */
final class ErrorJson {
  private ErrorJson() {}

  static String of(Failure failure) {
    var line = JsonNodeFactory.instance.objectNode();
    line.putObject("error")
        .put("code", failure.exit().code())
        .put("reason", failure.exit().name())
        .put("what", failure.what())
        .put("why", failure.why())
        .put("hint", failure.fix());
    return line.toString();
  }
}
