package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.NotRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A long lane's timeline costs the page what is seen of it, not what is held. */
@Tag("interop")
class LongTimelineIT {
  private static final int TURNS = Integer.getInteger("rota.timeline", 100_000);
  private static final int TURNS_OF_PAGE = 1_000;
  private static final int STEPS = 300;
  private static final int NODES_MAX = 2_000;
  private static final int REQUESTS_MAX = 40;
  private static final int OPENING_BYTES_MAX = 150_000 + TURNS;
  private static final int BYTES_OF_TURN = 200;
  private static final String TEXT = "document.getElementById('main').innerText";

  /** Goes through the whole list, a step a frame, and tells what it cost. */
  private static final String SCROLL =
      """
      (async () => {
        const list = document.querySelector('.rows');
        const frame = () => new Promise(requestAnimationFrame);
        let nodes = 0, longest = 0, before = performance.now();
        const began = before;
        for (let i = 0; i <= %d; i++) {
          list.scrollTop = i / %d * (list.scrollHeight - list.clientHeight);
          const now = await frame();
          longest = Math.max(longest, now - before);
          before = now;
          nodes = Math.max(nodes, document.getElementsByTagName('*').length);
        }
        return { nodes, longest, seconds: (performance.now() - began) / 1000 };
      })()"""
          .formatted(STEPS, STEPS);

  /** Zooms in around the middle as a wheel does, a notch a frame. */
  private static final String ZOOM =
      """
      (async () => {
        let longest = 0, before = performance.now(), bars = 0;
        for (let i = 0; i < 40; i++) {
          const strip = document.querySelector('.strip svg');
          const box = strip.getBoundingClientRect();
          strip.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, clientX: box.left + box.width / 2, clientY: box.top + 5, cancelable: true }));
          const now = await new Promise(requestAnimationFrame);
          longest = Math.max(longest, now - before);
          before = now;
          bars = Math.max(bars, document.querySelectorAll('.strip .touch').length);
        }
        return { bars, longest };
      })()""";

  private static final String OLDEST =
      "[...document.querySelectorAll('.line.turn')].at(-1)?.firstChild.textContent";

  private static final String FETCHED =
      "(() => { const all = performance.getEntriesByType('resource')"
          + ".filter(one => one.name.includes('/turns') || one.name.includes('/stretches'));"
          + " return { requests: all.length, bytes: all.reduce((sum, one) => sum + one.encodedBodySize, 0) }; })()";

  @TempDir private static Path dir;

  private static LiveDomain<?, ?, ?> live;
  private static LiveServer server;
  private static Browser browser;

  @BeforeAll
  static void open() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    Book<ShardsState, ShardsInput, ShardsFact> book = new Book<>(new ShardsDomain());
    book.play("mainnet", 1, TURNS);
    LedgerLogs logs = new LedgerLogs("shards", book.pages(TURNS_OF_PAGE));
    live = LiveDomain.start(new ShardsDomain(), () -> logs, CheckpointChoice.BEGINNING, Set.of());
    server = LiveServer.start(List.of(live), ServerAccess.local(0));
    await().until(() -> live.standings().get(0).turns() >= TURNS);
    browser = Browser.start(dir);
    browser.look(1440, 900, false);
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
      server.close();
      live.close();
    }
  }

  private static void shows(String text) {
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(text));
  }

  @Test
  void itOpensScrollsAndZoomsByWhatIsSeen() {
    browser.open(server.url() + "/#/shards/mainnet/timeline");
    shows("outputs of up to");
    await()
        .until(() -> browser.value("document.querySelectorAll('.line.turn').length").asInt() > 10);
    JsonNode opened = browser.value(FETCHED);
    assertThat(opened.get("requests").asInt()).isLessThan(REQUESTS_MAX);
    assertThat(opened.get("bytes").asInt()).isLessThan(OPENING_BYTES_MAX);

    browser.value("performance.setResourceTimingBufferSize(100000)");
    JsonNode scrolled = browser.value(SCROLL);
    assertThat(scrolled.get("nodes").asInt()).isLessThan(NODES_MAX);
    await().until(() -> browser.value(OLDEST).asText().equals("1"));
    JsonNode fetched = browser.value(FETCHED);
    assertThat(fetched.get("bytes").asLong()).isLessThan((long) TURNS * BYTES_OF_TURN);

    JsonNode zoomed = browser.value(ZOOM);
    assertThat(zoomed.get("bars").asInt()).isLessThanOrEqualTo(256);
    await().until(() -> browser.value("location.hash").asText().contains("from="));
    assertThat(browser.errors()).isEmpty();
  }
}
