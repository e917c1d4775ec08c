package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.lines.AnswerJson;
import dev.rota.readers.follow.ClusterOutOfReach;
import dev.rota.readers.follow.LaneBusy;
import dev.rota.readers.follow.NotInLedger;
import dev.rota.readers.follow.ReplayTooLong;
import dev.rota.readers.follow.json.BadQuestion;
import java.util.Map;

/**
 * An error as RFC 9457 has it.
 *
 * @param fix what to do
 */
@JsonPropertyOrder({"title", "status"})
record ProblemDetails(int status, String title, String detail, @JsonProperty("hint") String fix) {
  static final String TYPE = "application/problem+json";
  private static final int BUSY = 429;
  private static final int ELSEWHERE = 307;
  private static final int MISDIRECTED = 421;

  /** The header of a client that asks for the address of who answers, and no redirect. */
  static final String REDIRECT = "Rota-Redirect";

  /** Thrown by a route that refuses a request. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ProblemDetails problem;

    Refused(ProblemDetails problem) {
      super(problem.detail);
      this.problem = problem;
    }
  }

  static Refused bad(String detail, String fix) {
    return new Refused(new ProblemDetails(400, "bad request", detail, fix));
  }

  static Refused busy(String detail) {
    return new Refused(new ProblemDetails(BUSY, "busy", detail, "retry in a second"));
  }

  static Refused missing(String detail, String fix) {
    return new Refused(new ProblemDetails(404, "not found", detail, fix));
  }

  /**
   * Another server answers. A page may not read what another origin answers, and cannot see where a
   * redirect leads: it asks for the address instead.
   *
   * @param server its base URL, told as {@code server}
   */
  static HttpReply elsewhere(HttpCall call, String server, String why) {
    String to = server + call.target();
    boolean told = "no".equals(call.headers().apply(REDIRECT));
    ProblemDetails problem =
        new ProblemDetails(told ? MISDIRECTED : ELSEWHERE, "elsewhere", why, "ask " + to);
    ObjectNode json = (ObjectNode) AnswerJson.tree(problem);
    HttpReply reply = problem.reply(json.put("server", server));
    return told ? reply : reply.with("Location", to);
  }

  /** What a client sees of a failure; null: it is a bug. */
  static ProblemDetails of(RuntimeException e) {
    String why = e.getMessage();
    return switch (e) {
      case Refused refused -> refused.problem;
      case BadQuestion bad ->
          new ProblemDetails(bad.isOfNothing() ? 404 : 400, bad.what(), bad.why(), bad.fix());
      case NotInLedger _ ->
          new ProblemDetails(404, "nothing is known", why, "ask about what the ledger has");
      case LaneBusy _ -> busy(why).problem;
      case ReplayTooLong _ ->
          new ProblemDetails(
              422, "too long ago", why, "use the command line without --url: it has no time limit");
      case ClusterOutOfReach _ ->
          new ProblemDetails(503, "Kafka does not answer", why, "retry in a second");
      default -> null;
    };
  }

  HttpReply reply() {
    return reply(AnswerJson.tree(this));
  }

  private HttpReply reply(JsonNode json) {
    String body = json + "\n";
    Map<String, String> headers =
        status == BUSY || status == 503
            ? Map.of("Cache-Control", "no-store", "Retry-After", "1")
            : Map.of("Cache-Control", "no-store");
    return new HttpReply(status, TYPE, body.getBytes(UTF_8), headers);
  }
}
