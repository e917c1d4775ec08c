package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.NotRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page's lists with ten thousand rows. How long they take is printed; why they take no longer
 * is asserted: however many rows there are, few are drawn.
 */
@Tag("interop")
class LongListsIT {
  private static final int MANY = LongBooks.MANY;
  private static final int TURNS_OF_PAGE = 500;
  private static final Duration LONG = Duration.ofMinutes(2);

  /** Rows that are drawn: what a window of 900 px can show of the lowest, and some beyond. */
  private static final int ROWS_DRAWN = 100;

  private static final int CELLS_DRAWN = 600;
  private static final int NODES = 4_000;
  private static final String TEXT = "document.getElementById('main').innerText";

  /** What the browser looks at. */
  private static final String TOOLS =
      """
      globalThis.frame = () => new Promise(requestAnimationFrame);
      globalThis.listOf = label => document.querySelector(`.rows[aria-label="${label}"]`);
      globalThis.placesOf = list => [...list.children].filter(one => one.role && !one.classList.contains('head'))
        .map(one => ({ place: Number(one.ariaPosInSet ?? one.ariaRowIndex - 1), of: Number(one.ariaSetSize ?? list.ariaRowCount - 1), box: one.getBoundingClientRect() }));
      globalThis.linksOf = list => list.querySelectorAll('[role] > a, [role] > * > a.id');
      """;

  /** From the address to the first rows, in ms. */
  private static final String OPENED =
      """
      (async () => {
        const began = performance.now();
        location.hash = '%s';
        while (!listOf('%s')?.querySelector('[role]')) {
          document.querySelector('#main section > p > [aria-expanded="false"]')?.click();
          await frame();
        }
        await frame();
        return Math.round(performance.now() - began);
      })()""";

  /** Scrolls by steps and by leaps to the end: the longest frame, and what was drawn. */
  private static final String SCROLLED =
      """
      (async label => {
        const list = listOf(label);
        const end = list.scrollHeight - list.clientHeight;
        const told = { step: 0, leap: 0, rows: 0, nodes: 0, gaps: 0, places: [] };
        const to = async (top, kind) => {
          list.scrollTop = top;
          let began = performance.now();
          for (let i = 0; i < 3; i++) {
            await frame();
            told[kind] = Math.max(told[kind], Math.round(performance.now() - began));
            began = performance.now();
          }
          const all = placesOf(list);
          const seen = list.getBoundingClientRect();
          const shown = all.filter(one => one.box.bottom > seen.top + 2 && one.box.top < seen.bottom - 2);
          const apart = shown.some((one, i) => i > 0 && one.place !== shown[i - 1].place + 1);
          if (apart || shown[0].box.top > seen.top + 3 && shown[0].place > 1 || shown.at(-1).box.bottom < seen.bottom - 6 && shown.at(-1).place < shown[0].of) told.gaps++;
          told.rows = Math.max(told.rows, all.length);
          told.nodes = Math.max(told.nodes, document.querySelectorAll('*').length);
          told.places.push([shown[0].place, shown.at(-1).place, shown[0].of]);
        };
        for (let step = 0; step <= 40; step++) await to(Math.min(end, step * 150), 'step');
        for (let leap = 0; leap <= 40; leap++) await to(end * leap / 40, 'leap');
        return told;
      })('%s')""";

  @TempDir private static Path dir;

  private static final List<LiveDomain> LIVE = new ArrayList<>();
  private static Browser browser;
  private static LiveServer server;

  @BeforeAll
  static void open() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    LIVE.add(live(LongBooks.bots()));
    LIVE.add(live(LongBooks.shards()));
    LIVE.add(live(LongBooks.chunks()));
    LIVE.add(live(LongBooks.cores()));
    server = LiveServer.start(LIVE, ServerAccess.local(0));
    browser = Browser.start(Files.createDirectory(dir.resolve("profile")));
    for (LiveDomain one : LIVE) {
      await().atMost(LONG).until(() -> one.standings().stream().allMatch(FollowProgress::caughtUp));
    }
    browser.look(1280, 900, false);
  }

  private static LiveDomain live(LongBooks.Made made) {
    Book book = made.book();
    LedgerLogs logs = new LedgerLogs(made.domain().name(), book.pages(TURNS_OF_PAGE));
    return LiveDomain.start(made.domain(), () -> logs, CheckpointChoice.BEGINNING, Set.of());
  }

  @AfterAll
  static void close() throws Exception {
    if (browser != null) {
      browser.close();
      server.close();
    }
    LIVE.forEach(LiveDomain::close);
  }

  @BeforeEach
  void home() {
    browser.open(server.url() + "/#/engine");
    says("Dead letters");
    browser.value(TOOLS);
  }

  private static void says(String text) {
    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#/bots/builds/now|bots|bots|bot-09999",
        "#/bots/builds/now?listed=10000|Jobs that wait|jobs|job-19999",
        "#/bots|lanes|lanes|grid-09999",
        "#/bots/builds/queries/bots|the answer|rows|bot-09999",
        "#/shards/mainnet/now|workers|workers|worker-09999",
        "#/shards/mainnet/now|leases|leases|shard-09999",
        "#/shards/mainnet/now|Transactions that wait|shards|shard-19999",
        "#/chunks/tethys/now|workers|workers|",
        "#/chunks/tethys/now|datasets|datasets|s3://d-09999",
        "#/cores/polkadot/now|cores|cores|"
      })
  void ofTenThousandRowsFewAreDrawnAndAllAreReached(
      String address, String label, String name, String last) throws Exception {
    int opened = browser.value(OPENED.formatted(address, label)).asInt();
    // What the view asks for beside the list has come, too.
    browser.value("new Promise(done => setTimeout(done, 1500))");
    JsonNode told = browser.value(SCROLLED.formatted(label));
    System.out.printf(
        "%s, %s: first rows after %d ms, the longest frame %s ms, of a leap %s ms, %s rows and %s"
            + " nodes drawn%n",
        address,
        label,
        opened,
        told.get("step"),
        told.get("leap"),
        told.get("rows"),
        told.get("nodes"));

    JsonNode places = told.get("places");
    int all = places.get(0).get(2).asInt();
    assertThat(all).as(told.toString()).isGreaterThanOrEqualTo(MANY);
    assertThat(told.get("gaps").asInt()).as(told.toString()).isZero();
    assertThat(places.get(0).get(0).asInt()).isEqualTo(1);
    assertThat(places.get(places.size() - 1).get(1).asInt()).isEqualTo(all);
    assertThat(told.get("rows").asInt())
        .isLessThanOrEqualTo(label.equals("cores") ? CELLS_DRAWN : ROWS_DRAWN);
    assertThat(told.get("nodes").asInt()).isLessThanOrEqualTo(NODES);
    assertThat(browser.value("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(1280);
    assertThat(browser.value(PageLooksIT.CUT).asText()).isEmpty();
    filtered(name, label, last, all);
    assertThat(browser.errors()).isEmpty();
  }

  /** The last one is found, however few of them are here, and it is said of how many. */
  private static void filtered(String name, String label, String last, int all) throws Exception {
    if (last == null) {
      return;
    }
    String text = new ObjectMapper().writeValueAsString(last);
    browser.value(
        "(() => { const field = document.querySelector('[aria-label=\"only %s with this text\"]');"
                .formatted(name)
            + " field.focus(); field.value = %s; field.dispatchEvent(new Event('input')); })()"
                .formatted(text));
    String many = String.valueOf(all).replaceAll("(?<=\\d)(?=(?:\\d{3})+$)", "\u202f");
    says("1 of " + many + " " + name);
    await()
        .atMost(LONG)
        .until(() -> browser.value("placesOf(listOf('%s')).length".formatted(label)).asInt() == 1);
    assertThat(browser.value("listOf('%s').innerText".formatted(label)).asText()).contains(last);
    assertThat(browser.value("document.activeElement.type").asText()).isEqualTo("search");
  }

  @Test
  void aRowThatHasTheFocusKeepsItWhereverTheListIsScrolledTo() {
    browser.value(OPENED.formatted("#/bots/builds/now", "bots"));
    browser.value("linksOf(listOf('bots'))[0].focus()");
    String focused = "document.activeElement.innerText";
    String first = browser.value(focused).asText();
    assertThat(first).startsWith("bot-");
    browser.value(
        "(async () => { for (const part of [0.5, 1]) { listOf('bots').scrollTop = part * 1e6;"
            + " await frame(); await frame(); } })()");
    assertThat(browser.value(focused).asText()).isEqualTo(first);
    assertThat(browser.value("placesOf(listOf('bots')).map(one => one.place)").toString())
        .startsWith("[1,2,");
    browser.value(
        "document.activeElement.dispatchEvent("
            + "new KeyboardEvent('keydown', {key: 'j', bubbles: true}))");
    await()
        .until(
            () ->
                browser
                    .value(
                        "placesOf(listOf('bots'))[0].box.bottom >="
                            + " listOf('bots').getBoundingClientRect().top")
                    .asBoolean());
    assertThat(browser.value("document.activeElement.closest('[role]').ariaPosInSet").asText())
        .isEqualTo("2");
  }

  @Test
  void theFocusStaysWhenTheLanesAreToldAnew() {
    browser.value(OPENED.formatted("#/bots", "lanes"));
    browser.value("linksOf(listOf('lanes'))[3].focus()");
    String focused = "document.activeElement.closest('[role=listitem]')?.innerText.split('\\n')[0]";
    String lane = browser.value(focused).asText();
    assertThat(lane).isNotEmpty();
    browser.value("new Promise(done => setTimeout(done, 3000))");
    assertThat(browser.value(focused).asText()).isEqualTo(lane);
  }

  @Test
  void withTenThousandLanesTheFirstViewIsNotCut() {
    for (String address : List.of("#/", "#/bots/grid-09999/now", "#/bots/builds/shares")) {
      browser.value("location.hash = '%s'".formatted(address));
      browser.value("new Promise(done => setTimeout(done, 1500))");
      assertThat(browser.value("document.documentElement.scrollWidth").asInt())
          .as(address)
          .isLessThanOrEqualTo(1280);
      assertThat(browser.value(PageLooksIT.CUT).asText()).as(address).isEmpty();
      assertThat(browser.value("document.querySelectorAll('*').length").asInt()).isLessThan(NODES);
    }
    // A lane that is beyond the first ones is among those on the left, and marked.
    browser.value("location.hash = '#/bots/grid-09999/now'");
    await()
        .until(
            () ->
                browser
                    .value("document.querySelector('#lanes [aria-current]')?.innerText")
                    .asText()
                    .contains("grid-09999"));
    assertThat(Stream.of(browser.value("document.getElementById('lanes').innerText").asText()))
        .allMatch(text -> text.contains("all 10"));
  }
}
