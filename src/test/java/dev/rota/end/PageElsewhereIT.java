package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.bots.BotsDomain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.NotRun;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of an engine, asked for a lane that another engine has. */
@Tag("interop")
class PageElsewhereIT {
  private static final String TEXT = "document.getElementById('main').innerText";
  private static final String LANE = "#/bots/builds/now";

  @TempDir private Path profile;

  @Test
  void itLeadsToTheOtherPageAndGoesOnWhenTheLaneComesBack() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    Book book = new Book(new BotsDomain());
    book.play("builds", 1, 120);
    LedgerLogs logs = new LedgerLogs("bots", book.pages(10));
    try (var has =
            LiveDomain.start(new BotsDomain(), () -> logs, CheckpointChoice.BEGINNING, Set.of());
        LiveServer there = LiveServer.start(List.of(has), ServerAccess.local(0));
        var lacks = LiveDomain.idle(new BotsDomain(), () -> logs, CheckpointChoice.BEGINNING);
        LiveServer here =
            LiveServer.start(
                List.of(lacks),
                ServerAccess.local(0),
                (_, _) -> Optional.of(URI.create(there.url()).getAuthority()));
        Browser browser = Browser.start(profile)) {
      browser.open(here.url() + "/" + LANE);
      says(browser, "Another engine follows builds");
      assertThat(browser.value(TEXT).asText()).doesNotContain("does not answer");
      assertThat(browser.value("document.querySelector('#main .notice a').href").asText())
          .isEqualTo(there.url() + "/" + LANE);

      lacks.follow(Set.of(0));
      says(browser, "slots in use");

      lacks.follow(Set.of());
      says(browser, "Another engine follows builds");
      browser.value("document.querySelector('#main .notice a').click()");
      says(browser, "slots in use");
      assertThat(browser.value("location.origin").asText()).isEqualTo(there.url());
    }
  }

  private static void says(Browser browser, String text) {
    await().untilAsserted(() -> assertThat(browser.value(TEXT).asText()).contains(text));
  }
}
