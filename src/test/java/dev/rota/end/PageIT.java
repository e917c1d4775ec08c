package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.testing.NotRun;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page as Debian's Chromium shows it, with the traffic of the demo. */
@Tag("interop")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PageIT {
  private static final String TEXT = "document.getElementById('main').innerText";
  private static final String WIDE = "document.documentElement.scrollWidth > innerWidth";

  /** The classes of all dots, each once. */
  private static final String DOTS =
      "[...new Set([...document.querySelectorAll('.dot')].map(one => one.className))].join()";

  @TempDir private static Path dir;

  private static DevProcess dev;
  private static Browser browser;
  private static String page;

  @BeforeAll
  static void open() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    Path home = Files.createDirectory(dir.resolve("home"));
    dev =
        DevProcess.start(
            home,
            "--demo",
            "--kafka-port=0",
            "--registry-port=0",
            "--http-port=0",
            "--page-port=0");
    page = dev.ready().get("page").textValue();
    // Until it has caught up it is not ready, and the browser would complain of its 503.
    await().until(() -> readiness() == 200);
    browser = Browser.start(Files.createDirectory(dir.resolve("profile")));
    for (String lane : new String[] {"polkadot", "builds", "transaction", "tethys"}) {
      shows("#/", lane);
    }
  }

  private static int readiness() throws Exception {
    HttpRequest asked = HttpRequest.newBuilder(URI.create(page + "/readyz")).build();
    return HttpClient.newHttpClient().send(asked, BodyHandlers.discarding()).statusCode();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    if (dev != null) {
      dev.close();
    }
  }

  /** Opens an address and waits until it says so; nothing is wider than the window. */
  private static void shows(String address, String text) {
    browser.open(page + "/" + address);
    says(text);
    assertThat(browser.value(WIDE).booleanValue()).as("%s is too wide", address).isFalse();
  }

  private static void says(String text) {
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(text));
  }

  @Order(1)
  @ParameterizedTest
  @CsvSource({"1440,false", "390,true"})
  void everyViewAnswersWithoutAComplaint(int width, boolean dark) {
    browser.look(width, 900, dark);
    shows("#/", "data chunks to storage workers");
    shows("#/cores/polkadot/now", "group ");
    shows("#/bots/builds/now", "slots in use");
    shows("#/shards/mainnet/now", "slots in use");
    shows("#/chunks/tethys/now", "workers, the fullest first");
    shows("#/cores/polkadot/gantt", "in the rows that are shown");
    shows("#/bots/builds/gantt", "in the rows that are shown");
    shows("#/shards/mainnet/gantt", "in the rows that are shown");
    shows("#/chunks/tethys/gantt?span=3600000", "a line is what moved");
    shows("#/bots", "capacity");
    shows("#/cores/polkadot/why/0?kind=core", "History");
    shows("#/cores/polkadot/why/0?kind=group", "likewise: ");
    shows("#/cores/polkadot/timeline", "BlockEvent");
    shows("#/cores/polkadot/state", "next_core_offset");
    shows("#/cores/polkadot/state?from=1&to=2", "since turn 1");
    shows("#/bots/builds/queries/quotas", "servers");
    shows("#/bots/builds/shares", "Next eviction");
    shows("#/bots/builds/whatif?add=bots:1", "idle capacity");
    shows("#/cores/polkadot/whatif", "Choose a change");
    shows("#/cores/polkadot/proof", "Every turn is verified");
    shows("#/engine", "lanes in memory");
    shows("#/rules/cores-5.2", "A claim is queued or refused");
    assertThat(browser.errors()).isEmpty();
  }

  @Order(2)
  @Test
  void anIdIsTextWhateverItHolds() {
    shows("#/bots/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E/now", "no lane '<img src=x");
    assertThat(browser.value("document.querySelectorAll('img, script:not([src])').length").asInt())
        .isZero();
  }

  @Order(3)
  @Test
  void aFrozenTimelineStandsStillAndTheKeysLeadOn() {
    shows("#/cores/polkadot/timeline", "BlockEvent");
    press(" ");
    says("frozen at turn");
    press("5");
    says("next_core_offset");
    browser.value("history.back()");
    says("frozen at turn");
    press("?");
    says("next and previous item");
  }

  private static void press(String key) {
    String event = "new KeyboardEvent('keydown', {key: '" + key + "', bubbles: true})";
    browser.value("document.body.dispatchEvent(" + event + ")");
  }

  @Order(4)
  @Test
  void aServerThatIsGoneIsSaidAndTheLastAnswerStays() throws Exception {
    shows("#/bots/builds/now", "slots in use");
    dev.kill();
    says("The follower does not answer");
    assertThat(browser.value(TEXT).asText()).contains("slots in use");
    await().until(() -> browser.value(DOTS).asText().equals("dot idle"));
    await()
        .until(
            () ->
                browser
                    .value("document.querySelector('.dot').title")
                    .asText()
                    .contains("no answer for"));
    browser.open(page + "/#/engine");
    says("The server last answered");
    await()
        .untilAsserted(
            () ->
                assertThat(browser.value("document.body.innerText").asText())
                    .doesNotContain("Asking …")
                    .doesNotContain("decides each partition"));
  }
}
