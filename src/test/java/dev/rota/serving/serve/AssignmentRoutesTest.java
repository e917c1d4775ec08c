package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.AssignmentSink.ResourceAssignment;
import dev.rota.kernel.domain.measures.GenerationMoves;
import dev.rota.kernel.domain.measures.GenerationMoves.CopyFlow;
import dev.rota.readers.follow.held.AssignmentPicture;
import dev.rota.readers.follow.held.AssignmentQuestion;
import dev.rota.readers.follow.held.AssignmentTurn;
import dev.rota.readers.follow.held.AssignmentTurn.Passage;
import dev.rota.readers.follow.held.AssignmentWindow;
import dev.rota.readers.follow.json.AssignmentColumns;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Who had what, as JSON: from memory, from the ledger, and of a million assignments. */
final class AssignmentRoutesTest {
  private static final String PATH = "/v1/bots/lanes/builds/assignments";
  private static final AssignmentEnd DONE = new AssignmentEnd("COMPLETED", Tone.DONE);
  private static final AssignmentEnd LOST = new AssignmentEnd("EXPIRED", Tone.LOST);

  @AutoClose private final Site site = Site.open();

  /** Each column has a value of each bar. */
  private static void checkColumns(JsonNode page) {
    int bars = page.at("/bars/row").size();
    page.get("bars").forEach(column -> assertThat(column).hasSize(bars));
    assertThat(page.get("ends").get(0).asText()).isEqualTo("RUNNING");
    assertThat(page.get("tones").get(0).asText()).isEqualTo("running");
    assertThat(page.get("tones")).hasSameSizeAs(page.get("ends"));
  }

  @Test
  void whatRunsIsWhatTheStateHas() throws Exception {
    JsonNode page = site.json(PATH + "?rows=200&pixels=4000");
    checkColumns(page);
    assertThat(page.get("turn").asLong()).isEqualTo(Site.EVENTS);
    assertThat(page.get("source").asText()).isEqualTo("memory");
    assertThat(page.get("kind").asText()).isEqualTo("job");
    assertThat(page.get("generations").isNull()).isTrue();
    int running = 0;
    for (int i = 0; i < page.at("/bars/row").size(); i++) {
      boolean runs = page.at("/bars/end_kind").get(i).asInt() == 0;
      assertThat(page.at("/bars/end").get(i).isNull()).isEqualTo(runs);
      running += runs ? 1 : 0;
    }
    JsonNode lanes = site.json("/v1/bots/lanes");
    assertThat(running).isPositive().isEqualTo(lanes.at("/lanes/0/figures/busy").asInt());
    assertThat(page.get("groups")).isNotEmpty();
    assertThat(page.get("things").size()).isGreaterThanOrEqualTo(running);
  }

  @Test
  void whatIsOlderThanMemoryComesFromTheLedger() throws Exception {
    String window = "?rows=200&from=0&to=" + turnTime(Site.EVENTS);
    JsonNode memory = site.json(PATH + window);
    assertThat(memory.get("source").asText()).isEqualTo("memory");
    long last = Instant.parse(turnTime(Site.EVENTS)).toEpochMilli();
    site.live()
        .assigned()
        .take(
            new AssignmentTurn(Site.LANE, Site.EVENTS, last, Passage.COMES, List.of(), List.of()));

    // The same question would get the answer that was given lately.
    JsonNode ledger = site.json(PATH + window + "&first=0");
    assertThat(ledger.get("source").asText()).isEqualTo("ledger");
    assertThat(ledger.get("heldFrom").asText())
        .isEqualTo(Instant.ofEpochMilli(last + 1).toString());
    for (String field : List.of("turn", "rows", "resources", "bars", "things", "groups", "ends")) {
      assertThat(ledger.get(field)).as(field).isEqualTo(memory.get(field));
    }
    JsonNode past = site.json(PATH + "?from=0&to=" + turnTime(40));
    assertThat(past.get("turn").asLong()).isBetween(40L, 45L);
    assertThat(site.get(PATH + "?to=1900-01-01").body()).contains("no turn up to that time");
    JsonNode usual = site.json(PATH + "?rows=100");
    assertThat(usual.get("source").asText()).as("nobody asked for more").isEqualTo("memory");
    assertThat(usual.get("from").asText()).isEqualTo(ledger.get("heldFrom").asText());
  }

  /** Whatever is forgotten between two questions, who polls gets what is held. */
  @Test
  void whoPollsGetsWhatMemoryHasAndSeesWhereItBegins() throws Exception {
    String poll = PATH + "?from=0&rows=200&memory=";
    assertThat(site.json(poll + "yes").get("from").asText()).isEqualTo("1970-01-01T00:00:00Z");
    long last = Instant.parse(turnTime(Site.EVENTS)).toEpochMilli();
    site.live()
        .assigned()
        .take(
            new AssignmentTurn(Site.LANE, Site.EVENTS, last, Passage.COMES, List.of(), List.of()));

    JsonNode memory = site.json(poll + "yes&first=0");
    assertThat(memory.get("source").asText()).isEqualTo("memory");
    assertThat(memory.get("from").asText()).isEqualTo(memory.get("heldFrom").asText());
    assertThat(site.json(poll + "no").get("source").asText()).isEqualTo("ledger");
    assertThat(site.json(PATH + "?memory=yes").get("source").asText()).isEqualTo("memory");
    String later = Instant.ofEpochMilli(last + 5).toString();
    JsonNode within = site.json(PATH + "?memory=yes&to=2999-01-01&from=" + later);
    assertThat(within.get("from").asText()).isEqualTo(later);

    assertThat(site.get(poll + "yes&to=" + turnTime(40)).body())
        .contains("before heldFrom, " + memory.get("heldFrom").asText())
        .contains("leave memory out");
    assertThat(site.get(poll + "maybe").body()).contains("memory is 'maybe'");
  }

  private String turnTime(int turn) throws Exception {
    return site.json("/v1/bots/lanes/builds/turns?limit=1&before=" + (turn + 1))
        .at("/turns/0/at")
        .asText();
  }

  @Test
  void whatIsNotKnownIsNull() throws Exception {
    AssignmentWindow window = new AssignmentWindow(1 << 10, id -> id);
    Consumer<AssignmentSink> unknown =
        to ->
            to.begins(
                new ResourceAssignment("7", "2000", null, AssignmentSink.UNKNOWN),
                AssignmentSink.UNKNOWN);
    window.take(new AssignmentTurn("l", 9, 1_000, Passage.COMES, List.of(unknown), List.of()));
    JsonNode page = json(new CoresDomain().monitor().assignments(), window, 1_001, 5_000, 100);
    checkColumns(page);
    for (String column : List.of("begin", "end", "wait", "turn")) {
      assertThat(page.at("/bars/" + column).get(0).isNull()).as(column).isTrue();
    }
    assertThat(page.at("/bars/group").get(0).asInt()).isEqualTo(-1);
    assertThat(page.at("/resources/0/name").asText()).isEqualTo("core 7");
    assertThat(page.at("/resources/0/id").asText()).isEqualTo("7");
  }

  private static JsonNode json(
      AssignmentAccount<?, ?> account, AssignmentWindow window, long from, long to, int pixels) {
    AssignmentQuestion asked = new AssignmentQuestion(from, to, pixels, 0, 60, "");
    AssignmentPicture picture = window.picture("l", asked);
    return new AssignmentColumns(account, asked, picture).json(9, OptionalLong.of(from), true);
  }

  @Test
  void generationsAreColumns() {
    AssignmentWindow window = new AssignmentWindow(1 << 10, id -> id);
    CopyFlow flow = new CopyFlow(null, "w1", 3, 30);
    GenerationMoves made = new GenerationMoves(4, 2_000, 12, 90, List.of(flow));
    window.take(new AssignmentTurn("l", 1, 2_000, Passage.STAYS, List.of(), List.of(made)));
    JsonNode page = json(new ChunksDomain().monitor().assignments(), window, 0, 5_000, 100);
    assertThat(page.get("generations"))
        .hasToString(
            "{\"number\":[4],\"at\":[\"1970-01-01T00:00:02Z\"],\"copies\":[12],\"movedBytes\":[90],"
                + "\"flows\":[[{\"from\":null,\"to\":\"w1\",\"chunks\":3,\"bytes\":30}]]}");
    assertThat(page.at("/bars/row")).isEmpty();
    assertThat(page.get("rows").asInt()).isZero();
  }

  /** 61 bots have a million short jobs. */
  @Test
  void ofAMillionTheAnswerStaysSmall() {
    AssignmentWindow window = new AssignmentWindow(1 << 20, id -> id);
    Random random = new Random(1);
    int million = 1_000_000;
    for (int i = 0; i < million; i++) {
      String bot = "bot-" + i % 61;
      String job = "7f0c9e1a-0000-4000-8000-%012d".formatted(i);
      AssignmentEnd how = random.nextInt(1_000) == 0 ? LOST : DONE;
      List<Consumer<AssignmentSink>> events =
          List.of(
              to -> to.begins(new ResourceAssignment(bot, job, "main", AssignmentSink.NONE), -1),
              to -> to.ends(bot, job, how, -1));
      window.take(new AssignmentTurn("l", i + 1, i, Passage.STAYS, events, List.of()));
    }
    AssignmentAccount<?, ?> account = new BotsDomain().monitor().assignments();
    JsonNode all = json(account, window, 0, million, 1_200);
    checkColumns(all);
    assertThat(all.get("rows").asInt()).isEqualTo(61);
    assertThat(all.at("/bars/row")).hasSizeBetween(60, 60 * 1_201);
    long counted = 0;
    for (JsonNode count : all.at("/bars/count")) {
      counted += count.asLong();
    }
    assertThat(counted).isBetween(million / 61L * 60, million / 61L * 60 + 61);
    assertThat(all.toString()).hasSizeLessThan(4_000_000);
    JsonNode few = json(account, window, 0, million, 100);
    assertThat(few.at("/bars/row")).hasSizeLessThanOrEqualTo(60 * 101);
    assertThat(few.toString()).hasSizeLessThan(300_000);
    JsonNode zoomed = json(account, window, 500_000, 500_600, 1_200);
    assertThat(zoomed.at("/bars/row")).hasSizeBetween(550, 601);
    assertThat(zoomed.at("/bars/thing/0").asInt()).isZero();
  }
}
