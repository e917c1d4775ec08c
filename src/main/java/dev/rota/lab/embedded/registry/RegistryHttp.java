package dev.rota.lab.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Media types and errors of the protocol.
 *
 * <p>{@code Accept} is ignored, because Java's own client sends one that excludes every response.
 */
final class RegistryHttp {
  private static final String ANSWER_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final int FAILED = 500;
  private static final int FAILED_CODE = 50001;
  private static final Set<String> ACCEPTED =
      Set.of(
          ANSWER_TYPE,
          "application/vnd.schemaregistry+json",
          "application/json",
          "application/octet-stream");

  private RegistryHttp() {}

  static HttpReply answer(HttpCall call, Function<RegistryCall, JsonNode> handler) {
    try {
      if (call.method().equals("POST") || call.method().equals("PUT")) {
        requireKnownType(call.type());
      }
      return reply(200, handler.apply(new RegistryCall(call)));
    } catch (RegistryError e) {
      return error(e.status(), e.code(), e.getMessage());
    }
  }

  static HttpReply refused(int status, String why) {
    return error(status, status == FAILED ? FAILED_CODE : status, why);
  }

  private static void requireKnownType(String contentType) {
    if (contentType == null) {
      return;
    }
    var type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!ACCEPTED.contains(type)) {
      throw new RegistryError(415, "Content-Type '" + type + "' is not one of " + ACCEPTED);
    }
  }

  private static HttpReply error(int status, int code, String message) {
    return reply(
        status,
        JsonNodeFactory.instance.objectNode().put("error_code", code).put("message", message));
  }

  private static HttpReply reply(int status, JsonNode body) {
    return new HttpReply(status, ANSWER_TYPE, body.toString().getBytes(UTF_8));
  }
}
