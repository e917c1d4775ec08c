package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.lines.AnswerJson;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import java.util.Arrays;
import java.util.Map;

/** Answers in JSON, and when a client has them already. */
final class JsonAnswers {
  static final int NOT_MODIFIED = 304;

  private JsonAnswers() {}

  static HttpReply of(Object body) {
    return reply(200, body, Map.of("Cache-Control", "no-store"));
  }

  /** An answer that a client may keep, and ask whether it is still the one. */
  static HttpReply of(String tag, Object body) {
    return reply(200, body, headers(tag));
  }

  static HttpReply reply(int status, Object body, Map<String, String> headers) {
    byte[] line = (AnswerJson.text(body) + "\n").getBytes(UTF_8);
    return new HttpReply(status, ServedRoute.JSON, line, headers);
  }

  /** The client has it already. */
  static HttpReply unchanged(String tag) {
    return new HttpReply(NOT_MODIFIED, ServedRoute.JSON, new byte[0], headers(tag));
  }

  private static Map<String, String> headers(String tag) {
    return Map.of("ETag", tag, "Cache-Control", "no-cache");
  }

  /**
   * The tag of what is said of a lane: its turn, whether that is proved, and who says it. Another
   * follower may say the same of another history, or something else of the same.
   */
  static String tag(LiveDomain by, LaneStanding standing) {
    return tag(by, turn(standing));
  }

  /** The same of what lies between two turns. */
  static String tag(LiveDomain by, LaneStanding from, LaneStanding to) {
    return tag(by, turn(from) + "-" + turn(to));
  }

  private static String tag(LiveDomain by, String said) {
    return '"' + said + "-" + by.id() + '"';
  }

  private static String turn(LaneStanding standing) {
    return standing.turn() + (standing.isProved() ? "" : "-differs");
  }

  /** Returns true if the client has the answer of this tag. */
  static boolean has(HttpCall call, String tag) {
    String said = call.headers().apply("If-None-Match");
    return said != null
        && Arrays.stream(said.split(","))
            .map(one -> one.strip().replaceFirst("^W/", ""))
            .anyMatch(tag::equals);
  }
}
