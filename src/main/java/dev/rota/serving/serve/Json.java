package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.http.Call;
import dev.rota.base.http.Reply;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.Standing;
import java.util.Arrays;
import java.util.Map;

/** Answers in JSON, and when a client has them already. */
final class Json {
  static final int NOT_MODIFIED = 304;

  private Json() {}

  static Reply of(JsonNode body) {
    return reply(200, body, Map.of("Cache-Control", "no-store"));
  }

  /** An answer that a client may keep, and ask whether it is still the one. */
  static Reply of(String tag, JsonNode body) {
    return reply(200, body, headers(tag));
  }

  static Reply reply(int status, JsonNode body, Map<String, String> headers) {
    return new Reply(status, Route.JSON, (body + "\n").getBytes(UTF_8), headers);
  }

  /** The client has it already. */
  static Reply unchanged(String tag) {
    return new Reply(NOT_MODIFIED, Route.JSON, new byte[0], headers(tag));
  }

  private static Map<String, String> headers(String tag) {
    return Map.of("ETag", tag, "Cache-Control", "no-cache");
  }

  /**
   * The tag of what is said of a lane: its turn, whether that is proved, and who says it. Another
   * follower may say the same of another history, or something else of the same.
   */
  static String tag(LiveDomain<?, ?, ?> by, Standing standing) {
    return tag(by, turn(standing));
  }

  /** The same of what lies between two turns. */
  static String tag(LiveDomain<?, ?, ?> by, Standing from, Standing to) {
    return tag(by, turn(from) + "-" + turn(to));
  }

  private static String tag(LiveDomain<?, ?, ?> by, String said) {
    return '"' + said + "-" + by.id() + '"';
  }

  private static String turn(Standing standing) {
    return standing.turn() + (standing.isProved() ? "" : "-differs");
  }

  /** Returns true if the client has the answer of this tag. */
  static boolean has(Call call, String tag) {
    String said = call.headers().apply("If-None-Match");
    return said != null
        && Arrays.stream(said.split(","))
            .map(one -> one.strip().replaceFirst("^W/", ""))
            .anyMatch(tag::equals);
  }
}
