package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.capsule.CapsulePacker;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.whatif.OneBot;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.TopicLogs;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.shards.ShardsDomain;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every view in every state, light and dark, wide and narrow: nothing keeps people from using it.
 * What it looks like is in {@code target/page/contact-sheet.png}.
 */
@Tag("interop")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PageLooksIT {
  private static final Path SHEET = Path.of("target", "page", "contact-sheet.png");
  private static final int HEIGHT = 900;
  private static final int TURNS_OF_PAGE = 50;
  private static final int CAPSULE_EVENTS = 1_500;
  private static final String TEXT = "document.getElementById('main').innerText";
  private static final String WIDTH = "document.documentElement.scrollWidth";
  private static final String BEYOND =
      "[...document.querySelectorAll('main *')]"
          + ".filter(one => one.getBoundingClientRect().right > %d)"
          + ".slice(0, 4).map(one => one.outerHTML.slice(0, 120)).join(' | ')";

  private record Look(int width, boolean dark) {
    /** Light and wide, dark and narrow: each is searched once for what others do not see. */
    boolean isSearched() {
      return width != 1024 && dark == width < 600;
    }

    @Override
    public String toString() {
      return width + (dark ? " dark" : " light");
    }
  }

  private static final List<Look> LOOKS =
      List.of(
          new Look(1440, false),
          new Look(1440, true),
          new Look(1024, false),
          new Look(1024, true),
          new Look(390, false),
          new Look(390, true));

  @TempDir private static Path dir;

  private static final List<LiveDomain> LIVE = new ArrayList<>();
  private static final List<String> FAULTS = new ArrayList<>();
  private static final ContactSheet CONTACTS = new ContactSheet();
  private static Browser browser;

  /** Buttons without a sign. */
  private static final String BLANK =
      """
      [...document.querySelectorAll('button')]
        .filter(one => !one.textContent.trim() && !one.querySelector('svg, img'))
        .map(one => one.outerHTML).join(' ')""";

  /** What is hidden of a text without a way to scroll to it. Pictures hide what is outside. */
  static final String CUT =
      """
      (() => {
        const hides = how => /hidden|clip/.test(how);
        return [...document.querySelectorAll('main *')].filter(one => {
          const { overflowX, overflowY } = getComputedStyle(one);
          return one.clientWidth > 1 && !one.closest('svg, .plot, .unseen')
            && (hides(overflowX) && one.scrollWidth > one.clientWidth + 1 || hides(overflowY) && one.scrollHeight > one.clientHeight + 1);
        }).slice(0, 4).map(one => `${one.className}: ${one.innerText}`.slice(0, 120)).join(' | ');
      })()""";

  private static Axe axe;
  private static LiveServer busy;
  private static String job;

  @BeforeAll
  static void open() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    LIVE.add(live(new CoresDomain(), "polkadot", 400));
    LIVE.add(live(new BotsDomain(), "builds", 1_500));
    LIVE.add(live(new ShardsDomain(), "mainnet", 800));
    LIVE.add(live(new ChunksDomain(), "tethys", 300));
    busy = LiveServer.start(LIVE, ServerAccess.local(0));
    axe = Axe.read();
    browser = Browser.start(Files.createDirectory(dir.resolve("profile")));
    shows(busy.url(), "#/bots/builds/queries/waiting", "as of turn");
    job =
        browser
            .value("fetch('v1/bots/lanes/builds/queries/waiting').then(one => one.json())")
            .at("/answer/0/job")
            .asText();
  }

  private static LiveDomain live(Domain domain, String lane, int events) {
    Book book = new Book(domain);
    book.play(lane, 1, events);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(TURNS_OF_PAGE));
    return live(domain, logs);
  }

  private static LiveDomain live(Domain domain, TopicLogs logs) {
    return LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
  }

  @AfterAll
  static void close() throws Exception {
    if (browser != null) {
      CONTACTS.write(SHEET);
      browser.close();
      busy.close();
    }
    LIVE.forEach(LiveDomain::close);
  }

  @AfterEach
  void nothingKeepsPeopleFromUsingIt() {
    List<String> faults = List.copyOf(FAULTS);
    FAULTS.clear();
    assertThat(faults).isEmpty();
  }

  private static void shows(String url, String address, String text) {
    browser.open(url + "/" + address);
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(text));
  }

  /** Everybody can use it, and nothing is wider than the window. */
  private static void looks(String name, LiveServer server, String address, String text)
      throws Exception {
    shows(server.url(), address, text);
    look(name);
  }

  private static void look(String name) throws Exception {
    for (Look look : LOOKS) {
      browser.look(look.width, HEIGHT, look.dark);
      browser.value(
          "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
      CONTACTS.add(
          name, look.toString(), browser.picture(look.width, HEIGHT, ContactSheet.TILE_HEIGHT));
      if (look.isSearched()) {
        axe.faults(browser).forEach(fault -> FAULTS.add(name + ", " + look + ": " + fault));
      }
      String blank = browser.value(BLANK).asText();
      if (!blank.isEmpty()) {
        FAULTS.add(name + ", " + look + ": nothing can be seen of " + blank);
      }
      if (browser.value(WIDTH).asInt() > look.width) {
        FAULTS.add(
            name
                + ", "
                + look
                + ": it is wider than the window: "
                + browser.value(BEYOND.formatted(look.width)).asText());
      }
    }
  }

  @Order(1)
  @Test
  void whatIsBusy() throws Exception {
    looks("all domains", busy, "#/", "data chunks to storage workers");
    looks("a domain", busy, "#/bots", "builds");
    looks("cores", busy, "#/cores/polkadot/now", "group ");
    looks("bots", busy, "#/bots/builds/now", "slots in use");
    looks("shards", busy, "#/shards/mainnet/now", "slots in use");
    looks("chunks", busy, "#/chunks/tethys/now", "workers, the fullest first");
    looks("gantt of cores", busy, "#/cores/polkadot/gantt?span=60000", "shown");
    looks("gantt of bots", busy, "#/bots/builds/gantt?span=60000", "shown");
    looks("gantt of shards", busy, "#/shards/mainnet/gantt?span=60000", "shown");
    looks("generations", busy, "#/chunks/tethys/gantt?span=86400000", "what moved");
    looks("no such row", busy, "#/bots/builds/gantt?resource=nobody", "No row has 'nobody'");
    looks("why", busy, "#/bots/builds/why/" + job + "?kind=job", "Forecast");
    looks("timeline", busy, "#/cores/polkadot/timeline", "BlockEvent");
    looks("a turn", busy, "#/bots/builds/timeline?turn=1400", "what it changed");
    looks("state", busy, "#/cores/polkadot/state", "next_core_offset");
    looks("difference", busy, "#/cores/polkadot/state?from=100&to=110", "since turn 100");
    looks("query", busy, "#/bots/builds/queries/quotas", "as of turn");
    looks("what if", busy, "#/bots/builds/whatif?add=bots:2", "idle capacity");
    looks("shares", busy, "#/bots/builds/shares", "Next eviction");
    try (LiveDomain evicting =
            live(new BotsDomain(), new LedgerLogs("bots", OneBot.book().pages(TURNS_OF_PAGE)));
        LiveServer small = LiveServer.start(List.of(evicting), ServerAccess.local(0))) {
      // Before, its lane is not there, and a refusal would be told in the console.
      await().until(() -> evicting.standings().stream().allMatch(FollowProgress::caughtUp));
      looks("an eviction", small, "#/bots/" + OneBot.GRID + "/shares", "a \u2190 b");
      // The page asks on and on: it must be elsewhere before this server is gone.
      looks("proof", busy, "#/cores/polkadot/proof", "Every turn is verified");
    }
    looks("engine", busy, "#/engine", "Dead letters");
    looks("rules", busy, "#/rules/cores-5.2", "A claim is queued or refused");
    assertThat(browser.errors()).isEmpty();
  }

  @ParameterizedTest
  @Order(2)
  @CsvSource(
      delimiter = '|',
      value = {
        "#/|data chunks to storage workers",
        "#/bots|builds",
        "#/cores/polkadot/now|group ",
        "#/bots/builds/now|slots in use",
        "#/shards/mainnet/now|slots in use",
        "#/chunks/tethys/now|workers, the fullest first",
        "#/bots/builds/shares|Next eviction",
        "#/bots/builds/timeline|LEASE",
        "#/cores/polkadot/state?from=100&to=110|since turn 100",
        "#/bots/builds/queries/bots|bot-10",
        "#/engine|records behind"
      })
  void nothingIsCutOnANotebook(String address, String text) {
    browser.look(1280, HEIGHT, false);
    shows(busy.url(), address, text);
    assertThat(browser.value(CUT).asText()).isEmpty();
  }

  @Order(2)
  @Test
  void aListIsFilteredAndSaysHowManyOfHowManyItShows() {
    shows(busy.url(), "#/bots/builds/now", "slots in use");
    JsonNode bots = answer("bots/lanes/builds/queries/bots").at("/answer");
    List<String> some = new ArrayList<>();
    bots.forEach(
        one -> {
          if (one.path("cohort").asText().equals("desks")) {
            some.add(one.path("bot").asText());
          }
        });
    assertThat(some).hasSizeBetween(1, bots.size() - 1);
    browser.value(
        "(() => { const field = document.querySelector('[aria-label=\"only bots with this text\"]');"
            + " field.value = 'Desks'; field.dispatchEvent(new Event('input')); })()");
    String told = some.size() + " of " + bots.size() + " bots";
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(told));
    String named = "[...document.querySelectorAll('.bot > .id')].map(one => one.innerText)";
    browser.value(named).forEach(one -> assertThat(some).contains(one.asText()));
    assertThat(browser.value("location.hash").asText()).endsWith("now?bots=Desks");
    browser.value("location.reload()");
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(told));
  }

  @Order(2)
  @Test
  void whereNothingWaitsTheRestHasAllOfTheRoom() {
    browser.look(1280, HEIGHT, false);
    shows(busy.url(), "#/chunks/tethys/now", "Nothing waits");
    String widths = "[...document.querySelectorAll('.now > div')].map(one => one.clientWidth)";
    String room = "document.querySelector('.now').clientWidth";
    await()
        .untilAsserted(
            () -> assertThat(browser.value(widths)).hasSize(2).containsOnly(browser.value(room)));
  }

  @Order(2)
  @Test
  void timesAreThoseOfTheLedgerWhereverTheyAreRead() {
    shows(busy.url(), "#/bots/builds/shares", "as of turn");
    assertThat(browser.value("new Date(2026, 0, 1).getTimezoneOffset()").asInt()).isPositive();
    String at = answer("bots/lanes/builds/queries/quotas").path("at").asText();
    assertThat(browser.value(TEXT).asText()).contains(at.replace('T', ' ').replace("Z", ""));
    assertThat(browser.value("document.getElementById('top').innerText").asText())
        .contains("times in UTC");
  }

  @Order(2)
  @Test
  void whatIsEmpty() throws Exception {
    try (LiveServer empty = LiveServer.start(List.of(), ServerAccess.local(0))) {
      looks("nothing followed", empty, "#/", "No domain is followed");
    }
    looks("no such lane", busy, "#/bots/nobody/now", "has no lane 'nobody'");
    looks("why, nothing named", busy, "#/bots/builds/why", "Name a thing");
    looks("what if, nothing changed", busy, "#/cores/polkadot/whatif", "Choose a change");
  }

  @Order(3)
  @Test
  void whatIsAskedWrongly() throws Exception {
    looks("no such turn", busy, "#/bots/builds/state?at=999999", "has only 1500 turns");
    looks("no such thing", busy, "#/bots/builds/why/nothing", "has no 'nothing'");
    looks("no such view", busy, "#/bots/builds/nothing", "There is no view");
    looks(
        "refused",
        busy,
        "#/bots/builds/whatif?policy=%7B%22preemptionDelayMs%22%3A-1%7D",
        "preemptionDelayMs");
  }

  @Order(4)
  @Test
  void whatIsRestored() throws Exception {
    Book book = played();
    var logs = new HeldLogs(new LedgerLogs("bots", book.pages(TURNS_OF_PAGE)), 2);
    try (LiveDomain live = live(new BotsDomain(), logs);
        LiveServer restoring = LiveServer.start(List.of(live), ServerAccess.local(0))) {
      looks("engine, restoring", restoring, "#/engine", "the follower catches up: ");
      looks("lane, restoring", restoring, "#/bots/builds/now", "slots in use");
    }
  }

  private static Book played() {
    Book book = new Book(new BotsDomain());
    book.play("builds", 1, 300);
    return book;
  }

  @Order(5)
  @Test
  void whoIsNotKnownIsAskedForTheToken() throws Exception {
    ServerAccess access = new ServerAccess(LoopbackAddress.at(0), null, "0123456789abcdef");
    try (LiveServer shut = LiveServer.start(LIVE, access)) {
      looks("log in", shut, "#/bots/builds/now", "Log in");
      browser.value(
          "(() => { const form = document.querySelector('form.ask');"
              + " form.elements.token.value = '0123456789abcdef'; form.requestSubmit(); })()");
      await()
          .untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains("slots in use"));
    }
  }

  @Order(5)
  @Test
  void aCapsuleThatIsDroppedIsShownInEachView() throws Exception {
    drop(new BotsDomain(), "builds", 101, "slots in use");
    String lane = "#/bots@since-101.rota/builds/";
    looks("capsule", busy, lane + "now", "slots in use");
    shows(busy.url(), lane + "timeline", "BotHeartbeat");
    shows(busy.url(), lane + "state", "policy");
    shows(busy.url(), lane + "state?from=120&to=121", "since turn 120");
    shows(busy.url(), lane + "queries/quotas", "as of turn");
    shows(busy.url(), lane + "proof", "verified");
    String job = thing("bots@since-101.rota/lanes/builds/queries/waiting", "/answer/0/job");
    looks("capsule, why", busy, lane + "why/" + job + "?kind=job", "Forecast");
    looks("capsule, no what if", busy, lane + "whatif?add=bots:2", "if it is cut with --since 1");
    // Refused requests are told on the page; nothing else may be wrong.
    assertThat(browser.errors()).allMatch(error -> error.contains("\"source\":\"network\""));
  }

  @Order(5)
  @Test
  void aCapsuleFromTheFirstTurnShowsWhyAndWhatIf() throws Exception {
    drop(new BotsDomain(), "builds", 1, "slots in use");
    String lane = "#/bots@since-1.rota/builds/";
    String job = thing("bots@since-1.rota/lanes/builds/queries/waiting", "/answer/0/job");
    looks("capsule of bots, why", busy, lane + "why/" + job + "?kind=job", "Forecast");
    looks("capsule of bots, what if", busy, lane + "whatif?add=bots:2", "idle capacity");
    assertThat(browser.value(TEXT).asText()).contains("--from since-1.rota");

    drop(new CoresDomain(), "polkadot", 1, "group ");
    lane = "#/cores@since-1.rota/polkadot/";
    String para = thing("cores@since-1.rota/lanes/polkadot/queries/state", "/answer/queue/0/para");
    looks("capsule of cores, why", busy, lane + "why/" + para + "?kind=para", "Forecast");
    looks("capsule of cores, what if", busy, lane + "whatif?add=cores:2", "waiting for a core");
    // Refused requests are told on the page; nothing else may be wrong.
    assertThat(browser.errors()).allMatch(error -> error.contains("\"source\":\"network\""));
  }

  /** Cuts a capsule that begins with a turn, and drops its file on the page. */
  private static void drop(Domain domain, String lane, int since, String shown) throws IOException {
    Book book = new Book(domain);
    book.play(lane, 1, CAPSULE_EVENTS);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(TURNS_OF_PAGE));
    StringBuilder capsule = new StringBuilder();
    new CapsulePacker(domain, logs, CheckpointChoice.BEGINNING, lane)
        .write(
            new HistoryMoment.Turn(since),
            HistoryMoment.END,
            line -> capsule.append(line).append('\n'));
    shows(busy.url(), "#/", "data chunks to storage workers");
    browser.value(
        "(() => { const dropped = new DataTransfer(); dropped.items.add(new File(["
            + new ObjectMapper().writeValueAsString(capsule.toString())
            + "], 'since-"
            + since
            + ".rota')); dispatchEvent(new DragEvent('drop',"
            + " { dataTransfer: dropped, cancelable: true })); })()");
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(shown));
    // What a thread of its own still decides would change the answers.
    String lanes = "%s@since-%d.rota/lanes".formatted(domain.name(), since);
    await().until(() -> answer(lanes).at("/lanes/0/turn").asLong() == CAPSULE_EVENTS);
  }

  /** The id of a thing in an answer about a capsule's lane. */
  private static String thing(String question, String field) {
    JsonNode answer = answer(question);
    assertThat(answer.at(field).asText()).as(answer.toString()).isNotEmpty();
    return answer.at(field).asText();
  }

  private static JsonNode answer(String question) {
    return browser.value("fetch('v1/%s').then(one => one.json())".formatted(question));
  }

  @Order(6)
  @Test
  void whatIsGoneIsSaid() throws Exception {
    Book book = played();
    try (LiveDomain live = live(new BotsDomain(), new LedgerLogs("bots", book.pages(50)))) {
      LiveServer gone = LiveServer.start(List.of(live), ServerAccess.local(0));
      shows(gone.url(), "#/bots/builds/now", "slots in use");
      gone.close();
      await()
          .untilAsserted(
              () ->
                  assertThat(browser.value(TEXT).asText())
                      .contains("The follower does not answer", "slots in use"));
      look("stale");
    }
  }
}
