package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.bots.BotsDomain;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Gantt chart, by a reader's hands: what it says is what the lane's queries say. */
@Tag("interop")
class GanttIT {
  private static final int EVENTS = 3_000;
  private static final int TURNS_OF_PAGE = 500;
  private static final int NODES_MAX = 2_000;
  private static final String LANE = "v1/bots/lanes/builds/";
  private static final String WHOLE = "#/bots/builds/gantt?span=400000";

  /**
   * An event of a pointer or wheel over the bars, at shares of their width and a pixel from the
   * top.
   */
  private static final String OVER =
      """
      (() => {
        const bars = document.querySelector('.gantt-bars');
        bars.setPointerCapture = () => {};
        const box = bars.getBoundingClientRect();
        const at = { clientX: box.left + %s * box.width, clientY: box.top + %s, button: 0, pointerId: 1, pointerType: 'mouse', bubbles: true, cancelable: true };
        for (const name of %s) bars.dispatchEvent(name === 'wheel' ? new WheelEvent(name, { ...at, deltaY: -200 }) : new PointerEvent(name, at));
      })()""";

  /** The list below the chart: who has what at the chosen moment, without what is over. */
  private static final String LISTED =
      """
      [...document.querySelectorAll('.lines .line')].filter(line => line.innerText.includes('still there'))
        .map(line => [...line.querySelectorAll('a')].map(one => one.innerText).join(' '))""";

  @TempDir private static Path dir;

  private static BookPage page;
  private static Browser browser;

  @BeforeAll
  static void open() throws Exception {
    page = BookPage.open(dir, new BotsDomain(), "builds", EVENTS, TURNS_OF_PAGE);
    browser = page.browser();
  }

  @AfterAll
  static void close() {
    if (page != null) {
      page.close();
    }
  }

  @BeforeEach
  void elsewhere() {
    page.shows("#/bots", "builds");
  }

  private static void does(double x, int y, String... events) {
    String names = "['" + String.join("', '", events) + "']";
    browser.value(OVER.formatted(x, y, names));
  }

  private static JsonNode answer(String question) {
    return browser.value("fetch('%s').then(one => one.json())".formatted(LANE + question));
  }

  private static String hash() {
    return browser.value("location.hash").asText();
  }

  @Test
  void atAMomentItSaysWhoHadWhatAsTheLeasesOfThatTimeDo() {
    String last = answer("turns?limit=1").at("/turns/0/at").asText();
    Set<String> leases = new TreeSet<>();
    answer("queries/leases")
        .at("/answer")
        .forEach(one -> leases.add(one.path("bot").asText() + " job " + one.path("job").asText()));
    assertThat(leases).isNotEmpty();
    page.shows(WHOLE + "&moment=" + Instant.parse(last).toEpochMilli(), "At ");
    await()
        .untilAsserted(
            () -> {
              Set<String> shown = new TreeSet<>();
              browser.value(LISTED).forEach(line -> shown.add(line.asText()));
              assertThat(shown).isNotEmpty().isSubsetOf(leases);
            });
  }

  @Test
  void theWheelZoomsABrushChoosesAndTheAddressFollows() {
    page.shows(WHOLE, "shown");
    assertThat(hash()).contains("span=400000");
    does(0.5, 100, "wheel");
    await().until(() -> hash().contains("from="));
    String zoomed = hash();
    does(0.2, 8, "pointerdown");
    does(0.6, 8, "pointermove", "pointerup");
    await().until(() -> !hash().equals(zoomed));
    assertThat(length(hash())).isBetween(length(zoomed) * 0.35, length(zoomed) * 0.45);
    browser.value("document.querySelectorAll('.gantt-controls button')[9].click()");
    await().until(() -> hash().contains("span="));
    assertThat(browser.value("document.getElementsByTagName('*').length").asInt())
        .isLessThan(NODES_MAX);
    assertThat(browser.errors()).isEmpty();
  }

  private static double length(String hash) {
    return number(hash, "to") - number(hash, "from");
  }

  private static double number(String hash, String name) {
    return Double.parseDouble(hash.replaceAll(".*[?&]" + name + "=(-?\\d+).*", "$1"));
  }

  @Test
  void theKeysGoFromBarToBarAndEnterSaysWhy() {
    page.shows(WHOLE, "shown");
    key("ArrowDown");
    key("ArrowRight");
    await()
        .untilAsserted(
            () ->
                assertThat(
                        browser.value("document.querySelector('.gantt-tip')?.innerText").asText())
                    .startsWith("job "));
    browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    String job =
        browser.value("document.querySelector('.gantt-tip b').innerText").asText().substring(4);
    key("Enter");
    await().until(() -> hash().contains("/why/"));
    assertThat(hash()).contains("/why/" + job + "?kind=job");
    page.shows("History");
    assertThat(browser.errors()).isEmpty();
  }

  private static void key(String key) {
    browser.value(
        "document.querySelector('.gantt').dispatchEvent(new KeyboardEvent('keydown',"
            + " { key: '%s', bubbles: true, cancelable: true }))".formatted(key));
  }
}
