package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.StatusCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A bot that waits looks when something of its own has changed, and until it has its answer. */
class BotPollsTest {
  private final GridInMemory grid = new GridInMemory();
  private final BotPolls polls = new BotPolls(grid);
  private final List<String> looks = new ArrayList<>();

  private BotPolls.BotPoll poll(String bot, boolean answered) {
    BotPolls.BotPoll poll =
        new BotPolls.BotPoll(
            bot,
            _ -> {
              looks.add(bot);
              return answered;
            });
    polls.add(poll);
    return poll;
  }

  private void looked(String... bots) {
    assertThat(looks).containsExactly(bots);
    looks.clear();
  }

  @Test
  void aBotHearsWhatConcernsIt() {
    grid.beat("w", 1);
    poll("w", false);
    poll("another", false);
    grid.execute("a", BlobDigest.EMPTY, true);
    looked("w");
    grid.beat("w", 1, GridInMemory.completed("a", StatusCode.OK));
    looked("w");
    grid.beat("w", 1);
    looked();
    grid.close("w");
    looked("w");
  }

  @Test
  void whoHasItsAnswerOrIsGoneLooksNoMore() {
    grid.beat("w", 1);
    poll("w", true);
    BotPolls.BotPoll gone = poll("w", false);
    polls.remove(gone);
    grid.execute("a", BlobDigest.EMPTY, true);
    looked("w");
    grid.cancel("a");
    looked();
  }
}
