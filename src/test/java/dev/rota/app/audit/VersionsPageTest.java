package dev.rota.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.FailureTranslator;
import dev.rota.base.book.DocBlock;
import dev.rota.base.book.ShownOutput;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.values.RefusalReason;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.readers.rehearse.PartitionRehearsal;
import dev.rota.readers.rehearse.RehearsalReport;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import dev.rota.testing.laws.Later;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/versions.md} shows of programs and ledgers of different rules. */
final class VersionsPageTest {
  private static final Path PAGE = Path.of("docs/versions.md");
  private static final int EVENTS = 2_000;

  private static BotsFact later(BotsFact fact) {
    return fact instanceof JobQueued queued && queued.job().name().endsWith("7")
        ? new JobRefused(
            queued.job().name(),
            queued.operation(),
            queued.job().instance(),
            RefusalReason.RESOURCE_EXHAUSTED,
            "too many end with 7",
            "bots 12",
            queued.job().queuedAt())
        : fact;
  }

  @Test
  void aRehearsalPrintsWhatThePageShows() {
    BotsDomain bots = new BotsDomain();
    int rules = bots.engine().rules();
    Book book = new Book(bots);
    book.play("builds", 1, EVENTS);
    var rehearsal =
        new PartitionRehearsal(
            Later.of(bots, VersionsPageTest::later), 0, Long.MIN_VALUE, rules + 1);
    new LedgerLogs("bots", book.pages(10)).records().forEach(rehearsal::take);
    RehearsalReport found = rehearsal.report();
    List<String> printed = RehearsalText.of("bots", rules + 1, found).text();
    DocBlock shown = DocBlock.having(PAGE, "DIFFERS");
    assertThat(new ShownOutput(shown.text()).isLike(String.join("\n", printed)))
        .as("%s", printed)
        .isTrue();
  }

  @Test
  void aProgramThatIsOlderThanItsLedgerSaysWhatThePageShows() {
    CommandFailure failure =
        FailureTranslator.of(new UnfitCluster("no", new UnknownRules("cores", "polkadot", 3, 2)));
    List<String> shown = DocBlock.having(PAGE, "older than its").text().lines().toList();
    assertThat(failure.what() + ": " + failure.why()).isEqualTo(String.join(" ", shown));
  }
}
