package dev.rota.serving.serve;

import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.text.TimeParser;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.follow.LaneStanding;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.held.AssignmentPicture;
import dev.rota.readers.follow.held.AssignmentQuestion;
import dev.rota.readers.follow.json.AssignmentColumns;
import dev.rota.readers.follow.json.MomentText;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Who had what in a lane, and when: from memory, or by a replay of what is older. */
record AssignmentRoutes(FollowedDomains live, PastQuestions past) {
  private static final long USUAL_MILLIS = Duration.ofMinutes(15).toMillis();
  private static final int PIXELS_LEAST = 100;
  private static final int PIXELS_MAX = 4_000;
  private static final int PIXELS = 1_200;
  private static final int ROWS = 60;
  private static final int ROWS_MAX = 200;
  private static final int ROW_MAX = 100_000_000;
  private static final String MEMORY = "memory";

  /** A row has no more bars than twice its pixels: an answer is some megabytes at most. */
  private static final int ROW_PIXELS_MAX = 200_000;

  /**
   * What is asked, and what memory says to it.
   *
   * @param picture null: who asks has it already
   * @param heldFrom from when on memory has all; empty: it has nothing of the lane
   */
  private record Remembered(
      LaneStanding standing,
      AssignmentQuestion question,
      AssignmentPicture picture,
      OptionalLong heldFrom) {
    boolean isEnough() {
      return picture.isWhole() || heldFrom.isEmpty();
    }
  }

  ServedRoute route() {
    return LaneRoutes.route(
        "/assignments",
        "who had what, and when: bars in rows of the resources, in columns",
        live.sharing(this::assignments),
        RouteParameter.text(
            "from",
            "the first moment: "
                + TimeParser.EXAMPLES
                + "; default: 15 minutes before to, or as far as memory reaches"),
        RouteParameter.text("to", "the last moment; default: the time of the lane's last turn"),
        RouteParameter.number(
            "pixels",
            "how many the time is shown by: bars that lie within one are merged; default: "
                + PIXELS),
        RouteParameter.number("first", "the first row, from 0"),
        RouteParameter.number("rows", "how many at most; default: " + ROWS),
        RouteParameter.text("resource", "only resources with this in their names"),
        RouteParameter.text(
            MEMORY,
            "yes: begins with heldFrom where from is earlier, and never waits for a replay;"
                + " for one who polls"));
  }

  private HttpReply assignments(LiveDomain domain, HttpCall call) {
    String lane = LaneRoutes.lane(call);
    Remembered memory =
        domain.ask(
            lane, (_, standing) -> domain.assigned().ask(() -> remembered(domain, call, standing)));
    LaneStanding standing = memory.standing();
    AssignmentPicture picture = memory.picture();
    if (picture == null) {
      return JsonAnswers.unchanged(JsonAnswers.tag(domain, standing));
    }
    if (!memory.isEnough()) {
      Told<AssignmentPicture> told =
          past.ask(domain, lane, answers -> answers.assignments(memory.question()));
      standing = told.standing();
      picture = told.answer();
      checkSize(picture);
    }
    String tag = JsonAnswers.tag(domain, standing);
    return JsonAnswers.has(call, tag)
        ? JsonAnswers.unchanged(tag)
        : JsonAnswers.of(
            tag,
            AssignmentColumns.of(domain.domain(), memory.question(), picture)
                .json(standing.turn(), memory.heldFrom(), memory.isEnough()));
  }

  private static void checkSize(AssignmentPicture picture) {
    if (picture.isCut()) {
      throw new ProblemDetails.Refused(
          new ProblemDetails(
              422,
              "too large",
              "there are more assignments from that time on than a replay keeps",
              "pass an earlier to or a later from"));
    }
    if (!picture.isWhole()) {
      throw new ProblemDetails.Refused(
          new ProblemDetails(
              422,
              "the lane moved",
              "it came to this partition within that time, and each place tells of its own",
              "pass a 'to' before the move, or a 'from' behind it"));
    }
  }

  private static Remembered remembered(LiveDomain domain, HttpCall call, LaneStanding standing) {
    OptionalLong heldFrom = domain.assigned().heldFrom(standing.lane());
    AssignmentQuestion question = question(call, standing, heldFrom);
    boolean known = JsonAnswers.has(call, JsonAnswers.tag(domain, standing));
    return new Remembered(
        standing,
        question,
        known ? null : domain.assigned().picture(standing.lane(), question),
        heldFrom);
  }

  private static AssignmentQuestion question(
      HttpCall call, LaneStanding standing, OptionalLong heldFrom) {
    Instant now = Instant.now();
    String since = call.query().get("from");
    String until = call.query().get("to");
    long given = since == null ? Long.MIN_VALUE : MomentText.millis("from", since, now);
    long known = heldFrom.orElse(Long.MIN_VALUE);
    long last = Math.max(standing.atMillis(), Math.max(known, given));
    long to = until == null ? last : MomentText.millis("to", until, now);
    // Who names no time gets what is known at once: nothing is replayed for it.
    long usual = Math.max(to - USUAL_MILLIS, known <= to ? known : Long.MIN_VALUE);
    long from = since == null ? usual : given;
    if (call.query().containsKey(MEMORY) && ParameterValues.isYes(call, MEMORY)) {
      from = Math.max(from, known);
      if (from == known && from > to) {
        throw ProblemDetails.bad(
            "to is %s, before heldFrom, %s"
                .formatted(Instant.ofEpochMilli(to), Instant.ofEpochMilli(known)),
            "pass a later to, or leave memory out: then it is read from the ledger");
      }
    }
    if (from > to) {
      throw ProblemDetails.bad(
          "to is %s, before from, %s"
              .formatted(Instant.ofEpochMilli(to), Instant.ofEpochMilli(from)),
          "pass an earlier from or a later to");
    }
    int rows = (int) ParameterValues.number(call, "rows", ROWS, 1, ROWS_MAX);
    int pixels = (int) ParameterValues.number(call, "pixels", PIXELS, PIXELS_LEAST, PIXELS_MAX);
    return new AssignmentQuestion(
        from,
        to,
        Math.min(pixels, ROW_PIXELS_MAX / rows),
        (int) ParameterValues.number(call, "first", 0, 0, ROW_MAX),
        rows,
        call.query().getOrDefault("resource", ""));
  }
}
