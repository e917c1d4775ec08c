package dev.rota.app.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.show.Terminal;
import dev.rota.base.book.DocBlock;
import dev.rota.bots.BotsDomain;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole pictures of {@code rota top}, of answers that are made up, by the line. */
final class TopPicturesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final long SECOND = 1_000_000_000L;
  private static final int STEPS = 360;

  private static final String FINDING =
      """
      {"domain":"bots","level":"WRONG","rank":10,"cause":"NOT_DECIDED","text":"3 inputs wait, the oldest \
      40 s; no engine decides bots partition 2: the group rota-bots has no member for it",\
      "since":"2026-01-31T11:59:20.123Z","next":"start an engine: rota run --domains bots",\
      "runbook":"RotaNoEngine","partitions":[2]}\
      """;

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text);
  }

  /** A trend of which one column is given; null: unknown. */
  private static ObjectNode trend(IntFunction<Long> waiting, Long oldest, String... units) {
    ObjectNode trend = JsonNodeFactory.instance.objectNode();
    trend.put("stepMillis", 10_000);
    ArrayNode waits = trend.putArray("waiting");
    ArrayNode turns = trend.putArray("turns");
    for (int step = 0; step < STEPS; step++) {
      waits.add(waiting.apply(step));
      turns.add(waiting.apply(step) == null ? null : (Long) (step == STEPS - 1 ? 5 : 123L));
    }
    trend.putArray("oldestSeconds").add(oldest);
    trend.putArray("assigned").add(waiting.apply(STEPS - 1) == null ? null : (Long) 40L);
    trend.putArray("capacity").add(units.length > 2 ? Long.valueOf(units[2]) : null);
    trend.putObject("units").put("waiting", units[0]).put("assigned", units[1]);
    return trend;
  }

  private static ObjectNode domain(String name, JsonNode trend, String... findings) {
    ObjectNode one = JsonNodeFactory.instance.objectNode().put("domain", name);
    one.put("lanes", 2).put("turns", 30).put("behindRecords", 0).put("proved", true);
    one.putNull("difference").putNull("trouble").put("more", false);
    one.set("trend", trend);
    ArrayNode all = one.putObject("health").putArray("findings");
    for (String finding : findings) {
      try {
        all.add(json(finding));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    one.putArray("rows");
    return one;
  }

  private static ObjectNode lane(ObjectNode domain, String name, int turn, int waiting) {
    ObjectNode row = domain.withArray("rows").addObject();
    row.put("lane", name).put("turn", turn).put("at", NOW.minusSeconds(4).toString());
    row.put("proved", true).putNull("difference");
    row.putObject("figures")
        .put("waiting", waiting)
        .put("waits", "jobs")
        .put("busy", 1)
        .put("assigned", "leases");
    return row;
  }

  private static JsonNode said(ObjectNode... domains) {
    ObjectNode said = JsonNodeFactory.instance.objectNode();
    said.putArray("domains").addAll(List.of(domains));
    return said;
  }

  /** As on a terminal of this size. */
  private static String picture(TopView view, JsonNode said, int columns, int rows) {
    ScreenRoom room = new ScreenRoom(columns, rows - 1);
    List<String> lines = view.lines(said, room, NOW.toEpochMilli(), SECOND);
    assertThat(lines).as("no line is dropped later").hasSizeLessThanOrEqualTo(rows - 1);
    List<String> fitted = new Terminal(columns, rows, true).fitted(lines);
    assertThat(fitted).allMatch(line -> line.length() <= columns);
    return String.join("\n", fitted) + "\n";
  }

  private static JsonNode four() {
    ObjectNode bots =
        domain("bots", trend(step -> (long) step, 740L, "jobs", "leases", "64"), FINDING);
    lane(bots, "builds", 4_712, 350);
    lane(bots, "tests", 99, 9);
    ObjectNode cores =
        domain("cores", trend(step -> step < 180 ? null : (Long) 3L, 18L, "claims", "cores", "52"));
    lane(cores, "polkadot", 7, 3);
    ObjectNode shards = domain("shards", trend(_ -> 0L, null, "transactions", "leases", "8"));
    ObjectNode chunks = domain("chunks", trend(_ -> null, null, "chunks", "copies"));
    chunks.put("behindRecords", 12).put("proved", false).put("difference", "seal");
    return said(bots, cores, shards, chunks);
  }

  @Test
  void whatIsWrongComesFirstThenEachDomainThenLanes() {
    assertThat(picture(new AllLanesView(null), four(), 80, 24))
        .isEqualTo(
            """
            !! 3 inputs wait, the oldest 40 s; no engine decides bots partition 2: the group
               rota-bots has no member for it; since 2026-01-31T11:59:20Z
               → start an engine: rota run --domains bots

            DOMAIN  WAITS           OLDEST  ASSIGNED      TURNS/S  LAST HOUR
            bots    359 jobs        12 min  40/64 leases  12.3     ▂▂▃▃▄▄▅▅▅▆▆▇▇███ most 359
            cores   3 claims        18 s    40/52 cores   12.3              █████████ most 3
            shards  0 transactions  -       40/8 leases   12.3     ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ most 0
            chunks  -               -       -             -        -
            bots, cores, shards: caught up, verified
            chunks: 12 records behind, NOT VERIFIED: seal

            LANE            WAITS     ASSIGNED  TURN  TURNS/S  LAST TURN  VERIFIED
            bots/builds     350 jobs  1 leases  4712  -        4 s ago    verified
            bots/tests      9 jobs    1 leases  99    -        4 s ago    verified
            cores/polkadot  3 jobs    1 leases  7     -        4 s ago    verified
            """);
  }

  @Test
  void thePageShowsWhatIsWrong() {
    DocBlock shown = DocBlock.having(Path.of("docs/http.md"), "!! ");
    assertThat(picture(new AllLanesView(null), four(), 80, 24)).startsWith(shown.text() + "\n");
  }

  @Test
  void aNarrowTerminalHasNoSparklineAndSaysWhatItCuts() {
    assertThat(picture(new AllLanesView(null), four(), 56, 16))
        .isEqualTo(
            """
            !! 3 inputs wait, the oldest 40 s; no engine decides
               bots partition 2: the group rota-bots has no member
               for it; since 2026-01-31T11:59:20Z
               → start an engine: rota run --domains bots

            DOMAIN  WAITS           OLDEST  ASSIGNED      TURNS/S
            bots    359 jobs        12 min  40/64 leases  12.3
            cores   3 claims        18 s    40/52 cores   12.3
            shards  0 transactions  -       40/8 leases   12.3
            chunks  -               -       -             -
            bots, cores, shards: caught up, verified
            chunks: 12 records behind, NOT VERIFIED: seal
            lanes that are not shown: bots 2, cores 1
            """);
  }

  @Test
  void aLargeTerminalHasAColumnForEachMinute() {
    String picture = picture(new AllLanesView(null), four(), 150, 50);
    assertThat(picture)
        .contains("▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁ most 0\n")
        .contains(" ".repeat(30) + "██████████████████████████████ most 3\n");
  }

  private static JsonNode builds() throws Exception {
    ObjectNode said = JsonNodeFactory.instance.objectNode();
    said.set("domain", domain("bots", null, FINDING));
    said.set("trend", trend(step -> (long) step * step, 740L, "jobs", "leases", "64"));
    said.set(
        "answers",
        json(
            """
            {"reasons":{"proof":"verified from turn 1","answer":[
              {"reason":"because no bot fits: no bot has OSFamily=Plan9, which was asked for by \
            400 jobs of the instance main","waiting":400,"since":1769860060000,"oldest":"job-17"},
              {"reason":"because all 8 bots that may run it are full","waiting":12,
               "since":1769860795000,"oldest":"job-900"},
              {"reason":null,"waiting":7,"since":null,"oldest":null}]},
             "bots":{"proof":"verified from turn 1","answer":[
              {"capacity":0,"bot":"bot-1","hints":[],"leases":["job-1"]},
              {"capacity":2,"bot":"bot-2","hints":[],"leases":[]},
              {"capacity":2,"bot":"bot-3","hints":[],"leases":[]},
              {"capacity":2,"bot":"bot-4","hints":[],"leases":[]}]}}\
            """));
    said.set(
        "turns",
        json(
            """
            [{"turn":4712,"at":"2026-01-31T11:59:56Z","kind":"INPUT","input":"BotHeartbeat",
              "reason":null,"outputs":2},
             {"turn":4711,"at":"2026-01-31T11:59:50Z","kind":"TICK","input":null,
              "reason":"QUOTA","outputs":0}]\
            """));
    return said;
  }

  @Test
  void ofALaneWhatWaitsIsGroupedByReason() throws Exception {
    assertThat(picture(new OneLaneView(new BotsDomain(), "builds"), builds(), 80, 24))
        .isEqualTo(
            """
            bots builds: turn 4712, 4 s ago, 12.3 turns/s
            verified from turn 1; caught up
            waits: 128881 jobs, oldest 12 min; assigned: 40/64 leases
            waited in the last hour: ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▃▃▃▃▃▃▃▄▄▄▄▄▅▅▅▅▆▆▆▆▇▇▇████ most 128881
            !! 3 inputs wait, the oldest 40 s; no engine decides bots partition 2: the group
               rota-bots has no member for it; since 2026-01-31T11:59:20Z
               → start an engine: rota run --domains bots

            reasons
            400 jobs, oldest 12 min (job-17): because no bot fits: no bot has
               OSFamily=Plan9, which was asked for by 400 jobs of the instance main
            12 jobs, oldest 5 s (job-900): because all 8 bots that may run it are full
            7 jobs: younger ones, which were not asked about

            bots
            BOT    CAPACITY  LEASES
            bot-1  0         job-1
            and 3 more lines

            last turns
            TURN  WHEN      INPUT         OUTPUTS  REASON
            4712  4 s ago   BotHeartbeat  2
            4711  10 s ago  TICK          0        QUOTA
            """);
  }

  @ParameterizedTest
  @CsvSource({"80,24", "80,12", "60,24", "40,10", "30,8", "20,5", "10,3", "200,60"})
  void whatIsLeftOutIsSaid(int columns, int rows) throws Exception {
    String lane = picture(new OneLaneView(new BotsDomain(), "builds"), builds(), columns, rows);
    boolean whole = lane.contains("last turns\n") && lane.contains("job-900");
    assertThat(
            whole || lane.contains("more lines") || lane.contains("no room") || lane.contains("…"))
        .as(lane)
        .isTrue();
    JsonNode many = many();
    String all = picture(new AllLanesView(null), many, columns, rows);
    assertThat(all.contains("lanes that") || all.contains("more lines") || all.contains("…"))
        .as(all)
        .isTrue();
  }

  private static JsonNode many() {
    ObjectNode bots =
        domain("bots", trend(_ -> 5L, 740L, "jobs", "leases", "64"), FINDING, FINDING);
    for (int i = 0; i < 400; i++) {
      lane(bots, "lane-with-a-name-of-some-length-" + i, i, i);
    }
    return said(bots, bots.deepCopy().put("domain", "more").put("more", true));
  }

  @Test
  void manyLanesAndFindingsHaveTheirShareAndTheRestIsCounted() {
    assertThat(picture(new AllLanesView(null), many(), 80, 24))
        .isEqualTo(
            """
            !! 3 inputs wait, the oldest 40 s; no engine decides bots partition 2: the group
               rota-bots has no member for it; since 2026-01-31T11:59:20Z
               → start an engine: rota run --domains bots
            !! 3 inputs wait, the oldest 40 s; no engine decides bots partition 2: the group
               rota-bots has no member for it; since 2026-01-31T11:59:20Z
               → start an engine: rota run --domains bots
            !! 3 inputs wait, the oldest 40 s; no engine decides bots partition 2: the group
               rota-bots has no member for it; since 2026-01-31T11:59:20Z
               → start an engine: rota run --domains bots
            !! 3 inputs wait, the oldest 40 s; no engine decides bots partition 2: the group
               rota-bots has no member for it; since 2026-01-31T11:59:20Z
               → start an engine: rota run --domains bots

            DOMAIN  WAITS   OLDEST  ASSIGNED      TURNS/S  LAST HOUR
            bots    5 jobs  12 min  40/64 leases  12.3     ██████████████████████████ most 5
            more    5 jobs  12 min  40/64 leases  12.3     ██████████████████████████ most 5
            bots, more: caught up, verified

            LANE                      WAITS     ASSIGNED  TURN  TURNS/S  LAST TURN  VERIFIED
            bots/lane-w…e-length-399  399 jobs  1 leases  399   -        4 s ago    verified
            bots/lane-w…e-length-398  398 jobs  1 leases  398   -        4 s ago    verified
            more/lane-w…e-length-399  399 jobs  1 leases  399   -        4 s ago    verified
            lanes that are not shown: bots 398, more 399 or more
            """);
  }

  @Test
  void aRateOfALaneNeedsTwoLooksAndTheLongestQueueIsFirst() {
    AllLanesView view = new AllLanesView(null);
    ObjectNode bots = domain("bots", trend(_ -> 5L, 740L, "jobs", "leases", "64"));
    ObjectNode row = lane(bots, "a", 10, 1);
    lane(bots, "b", 20, 9).putNull("figures");
    lane(bots, "~0", 5, 0);
    ScreenRoom room = new ScreenRoom(80, 23);
    assertThat(view.lines(said(bots), room, NOW.toEpochMilli(), SECOND))
        .containsExactly(
            "DOMAIN  WAITS   OLDEST  ASSIGNED      TURNS/S  LAST HOUR",
            "bots    5 jobs  12 min  40/64 leases  12.3     ██████████████████████████ most 5",
            "bots: caught up, verified",
            "",
            "LANE    WAITS      ASSIGNED   TURN  TURNS/S  LAST TURN  VERIFIED",
            "bots/a  1 jobs     1 leases   10    -        4 s ago    verified",
            "bots/b  set aside  set aside  20    -        4 s ago    verified");
    row.put("turn", 16);
    assertThat(view.lines(said(bots), room, NOW.toEpochMilli(), 3 * SECOND))
        .anyMatch(line -> line.startsWith("bots/a  1 jobs     1 leases   16    3.0 "));
  }

  @Test
  void theWorstFindingOfAllDomainsIsFirst() {
    String waits =
        FINDING
            .replace("WRONG", "WAITS")
            .replace("\"rank\":10", "\"rank\":30")
            .replaceFirst("\"since\".*?,", "");
    String unknown = waits.replace("WAITS", "UNKNOWN").replace("\"rank\":30", "\"rank\":20");
    ObjectNode cores = domain("cores", null, waits);
    ObjectNode bots = domain("bots", null, unknown, FINDING);
    assertThat(new AllLanesView(null).lines(said(cores, bots), new ScreenRoom(200, 40), 0, SECOND))
        .filteredOn(line -> line.contains("inputs wait"))
        .extracting(line -> line.substring(0, 2), line -> line.contains("; since "))
        .containsExactly(tuple("!!", true), tuple("??", false), tuple("--", false));
  }

  @Test
  void withoutDomainsOrLanesItSaysSo() {
    AllLanesView view = new AllLanesView(null);
    ScreenRoom room = new ScreenRoom(80, 23);
    assertThat(view.lines(said(), room, 0, SECOND)).containsExactly("No domain is followed there.");
    ObjectNode bots = domain("bots", null);
    assertThat(view.lines(said(bots.put("turns", 0)), room, 0, SECOND))
        .containsExactly(
            "DOMAIN  WAITS  OLDEST  ASSIGNED  TURNS/S  LAST HOUR",
            "bots    -      -       -         -        -",
            "bots: caught up, no turn yet",
            "no lane has taken a turn yet");
  }
}
