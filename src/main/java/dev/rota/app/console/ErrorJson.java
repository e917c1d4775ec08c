package dev.rota.app.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * {@code {"error":{"code":69,"reason":…,"what":…,"why":…,"field":…,"value":…,"hint":…}}}. {@code
 * field} and {@code value} are present only if the error concerns one field.
 */
final class ErrorJson {
  private ErrorJson() {}

  static String of(Failure failure) {
    var line = JsonNodeFactory.instance.objectNode();
    var error =
        line.putObject("error")
            .put("code", failure.exit().code())
            .put("reason", failure.exit().name())
            .put("what", failure.what())
            .put("why", failure.why());
    if (failure.field() != null) {
      error.put("field", failure.field());
    }
    if (failure.value() != null) {
      error.put("value", failure.value());
    }
    error.put("hint", failure.fix());
    return line.toString();
  }
}
