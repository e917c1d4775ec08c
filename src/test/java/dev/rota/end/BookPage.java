package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The page of a lane whose history is played in memory, in a browser. */
final class BookPage implements AutoCloseable {
  private static final String TEXT = "document.getElementById('main').innerText";

  private final LiveDomain live;
  private final LiveServer server;
  private final Browser browser;

  private BookPage(LiveDomain live, LiveServer server, Browser browser) {
    this.live = live;
    this.server = server;
    this.browser = browser;
  }

  /**
   * Plays so many turns, and waits until all are followed. Without Chromium the test is not run.
   *
   * @param profile an empty directory
   * @param turnsOfPage turns of a page of the ledger
   */
  static BookPage open(Path profile, Domain domain, String lane, int turns, int turnsOfPage)
      throws IOException, InterruptedException {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    Book book = new Book(domain);
    book.play(lane, 1, turns);
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(turnsOfPage));
    var live = LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
    LiveServer server = LiveServer.start(List.of(live), ServerAccess.local(0));
    await().until(() -> live.standings().get(0).turns() >= turns);
    Browser browser = Browser.start(profile);
    browser.look(1440, 900, false);
    return new BookPage(live, server, browser);
  }

  Browser browser() {
    return browser;
  }

  /** Opens an address of the page, such as {@code #/bots}, and waits until it says this. */
  void shows(String address, String text) {
    browser.open(server.url() + "/" + address);
    shows(text);
  }

  /** Waits until the page says this. */
  void shows(String text) {
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(text));
  }

  @Override
  public void close() {
    browser.close();
    server.close();
    live.close();
  }
}
