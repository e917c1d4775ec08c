package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.bots.BotsDomain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.health.ClusterFacts;
import dev.rota.road.health.HealthTrouble;
import dev.rota.road.health.PartitionCondition;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.health.PartitionOwner;
import dev.rota.road.health.WaitingInputs;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.NotRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The strip of incidents above every view of the page, in Chromium. */
class IncidentStripIT {
  private static final String STRIP =
      "(document.querySelector('.incidents') ?? {innerText: ''}).innerText";
  private static final String LINES = "document.querySelectorAll('.incidents > .incident').length";
  private static final PartitionOwner MEMBER =
      new PartitionOwner(PartitionOwner.Kind.MEMBER, "engine-1 at 10.0.0.7");
  private static final PartitionOwner NOBODY =
      new PartitionOwner(PartitionOwner.Kind.NOBODY, "the group rota-bots has no member");

  @TempDir private Path profile;
  private final long start = System.currentTimeMillis();
  private volatile WaitingInputs waiting = WaitingInputs.NONE;
  private volatile PartitionOwner owner = MEMBER;
  private volatile PartitionCondition disk;

  @Test
  void itSaysWhatIsWrongSinceWhenAndWhatToDo() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    Book book = new Book(new BotsDomain());
    book.play("builds", 1, 120);
    LedgerLogs logs = new LedgerLogs("bots", book.pages(10));
    try (var live =
            LiveDomain.start(new BotsDomain(), () -> logs, CheckpointChoice.BEGINNING, Set.of());
        Browser browser = Browser.start(profile)) {
      live.beside(_ -> facts());
      live.decidedBy(_ -> disk == null ? List.of() : List.of(disk));
      try (LiveServer server = LiveServer.start(List.of(live), ServerAccess.local(0))) {
        browser.open(server.url() + "/#/");
        says(browser, "Rota itself runs well, as of \\d\\d:\\d\\d:\\d\\d");

        waiting = new WaitingInputs(3, start - 240_000, false);
        owner = NOBODY;
        says(
            browser,
            "3 inputs wait, the oldest \\d+ min; no engine decides bots partition 0: .*for \\d min"
                + ".*start an engine:.*rota run --domains bots.*copy.*runbook");
        browser.open(server.url() + "/#/bots/builds/state");
        says(browser, "no engine decides bots partition 0");
        disk = new PartitionCondition(Cause.DISK_FULL, "the disk has 1 MB left", start);
        book.unreadable("bot-heartbeats", "~0", 100, new byte[] {9});
        List<byte[]> pages = book.pages(10);
        logs.append(pages.get(pages.size() - 1));
        logs.append(new byte[] {1, 2, 3});
        says(browser, "✕.*not verified: .*✕.*the disk has 1 MB left: .*✕.*no engine decides");
        assertThat(browser.value(LINES).asInt()).isEqualTo(3);

        browser.value("document.querySelectorAll('.incidents a')[1].click()");
        await()
            .until(
                () ->
                    browser
                        .value("(document.querySelector('#main h1') ?? {}).innerText ?? ''")
                        .asText()
                        .equals("RotaDiskFull"));
        assertThat(browser.value("location.hash").asText()).isEqualTo("#/runbooks/RotaDiskFull");
        browser.value("location.hash = '#/runbooks'");
        await()
            .until(
                () ->
                    browser.value("document.querySelectorAll('#main section ul a').length").asInt()
                        > Cause.values().length);
        browser.look(390, 844, true);
        assertThat(browser.value("document.documentElement.scrollWidth").asInt())
            .as("nothing is cut on a telephone")
            .isLessThanOrEqualTo(390);
        assertThat(browser.errors()).isEmpty();
      }
      says(
          browser,
          "Nothing is known: the server has not answered since \\d\\d:\\d\\d:\\d\\d, for \\d+");
      assertThat(browser.value(LINES).asInt()).isEqualTo(1);
    }
  }

  private ClusterFacts facts() {
    return new ClusterFacts(
        waiting,
        HealthTrouble.NONE,
        0,
        owner,
        start,
        0,
        System.currentTimeMillis(),
        HealthTrouble.NONE);
  }

  private static void says(Browser browser, String pattern) {
    Pattern wanted = Pattern.compile(pattern, Pattern.DOTALL);
    await().until(() -> wanted.matcher(browser.value(STRIP).asText()).find());
  }
}
