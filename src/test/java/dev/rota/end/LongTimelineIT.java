package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.shards.ShardsDomain;
import java.nio.file.Path;
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

  private static BookPage page;

  @BeforeAll
  static void open() throws Exception {
    page = BookPage.open(dir, new ShardsDomain(), "mainnet", TURNS, TURNS_OF_PAGE);
  }

  @AfterAll
  static void close() {
    if (page != null) {
      page.close();
    }
  }

  @Test
  void itOpensScrollsAndZoomsByWhatIsSeen() {
    Browser browser = page.browser();
    page.shows("#/shards/mainnet/timeline", "outputs of up to");
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
