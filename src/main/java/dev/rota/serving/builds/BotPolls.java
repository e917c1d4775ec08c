package dev.rota.serving.builds;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.GridFact;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Bots that wait for work. */
final class BotPolls {
  private final Map<String, List<BotPoll>> byBot = new HashMap<>();

  /**
   * One that waits.
   *
   * @param look reads the state now, and returns true if the bot has its answer. It is called by
   *     the thread that follows, which must not wait for it
   */
  record BotPoll(String bot, Function<BotsState, Boolean> look) {}

  BotPolls(GridReader lane) {
    lane.observe(this::decided);
  }

  /** From now on, it looks whenever something changes. Call it while the state is being read. */
  synchronized void add(BotPoll poll) {
    byBot.computeIfAbsent(poll.bot(), _ -> new ArrayList<>(1)).add(poll);
  }

  synchronized void remove(BotPoll poll) {
    byBot.computeIfPresent(
        poll.bot(),
        (_, all) -> {
          all.remove(poll);
          return all.isEmpty() ? null : all;
        });
  }

  private void decided(BotsState state, List<BotsFact> facts) {
    Set<String> changed = new HashSet<>();
    for (BotsFact fact : facts) {
      switch (fact) {
        case LeaseStarted lease -> changed.add(lease.bot());
        case LeaseEnded lease -> changed.add(lease.bot());
        case BotGone gone -> changed.add(gone.bot());
        case BotRegistered _, BotRefreshed _, BotSynchronised _, BotRefused _ -> {}
        case HintRemembered _, JobFact _, GridFact _ -> {}
      }
    }
    for (String bot : changed) {
      for (BotPoll poll : of(bot)) {
        if (poll.look().apply(state)) {
          remove(poll);
        }
      }
    }
  }

  private synchronized List<BotPoll> of(String bot) {
    return List.copyOf(byBot.getOrDefault(bot, List.of()));
  }
}
