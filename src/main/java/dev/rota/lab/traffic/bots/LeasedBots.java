package dev.rota.lab.traffic.bots;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.bots.wire.BotsWire;
import dev.rota.lab.traffic.ParticipantHistory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.Traffic.Event;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The bots of a grid that run what its engine leases them. A {@link BuildFarm} would believe in its
 * own leases, which are others as soon as an engine sees the records in another order.
 */
final class LeasedBots implements Traffic.Workforce {
  private final Map<String, LeasedBot> bots = new TreeMap<>();
  private final ParticipantHistory unfolding;
  private final SplittableRandom random;
  private final GridShape shape;

  LeasedBots(GridShape shape, GridRecords requests, long seed) {
    this.shape = shape;
    this.unfolding = new ParticipantHistory(seed);
    this.random = unfolding.random();
    for (int i = 0; i < shape.bots(); i++) {
      BotHeartbeat any = shape.bot(i, requests, random);
      // By chance there may be too few machines for the jobs that need a rare one.
      Map<String, List<String>> machine = GridShape.boughtMachine(i);
      LeasedBot bot = new LeasedBot(BotHeartbeat.newBuilder(any).setProperties(machine).build());
      bots.put(bot.name(), bot);
      unfolding.later(random.nextInt(1000), () -> beat(bot));
    }
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Event next() {
    return unfolding.next();
  }

  @Override
  public void hear(SpecificRecord output) {
    if (output instanceof Lease lease && bots.containsKey(lease.getBot())) {
      LeasedBot bot = bots.get(lease.getBot());
      if (lease.getState() == LeaseState.ACTIVE) {
        bot.belongs(lease.getSession());
        run(bot, lease.getJob(), lease.getAttempt(), lease.getAt());
      } else {
        bot.stop(lease.getJob());
      }
    } else if (output instanceof GridOutcome outcome
        && outcome.getEvent() instanceof BotOutcome said
        && bots.containsKey(said.getBot())) {
      LeasedBot bot = bots.get(said.getBot());
      long at = outcome.getAt();
      bot.answer(said, at).forEach(job -> run(bot, job, null, at));
    }
  }

  private void run(LeasedBot bot, String job, Integer attempt, long since) {
    LeasedBot.Held lease = bot.start(job, attempt, since);
    unfolding.later(
        shape.run(random),
        () -> {
          if (bot.finish(lease, GridShape.code(random))) {
            send(bot);
          }
        });
  }

  private void beat(LeasedBot bot) {
    send(bot);
    unfolding.later(unfolding.around(shape.beatMillis()), () -> beat(bot));
  }

  private void send(LeasedBot bot) {
    unfolding.happen(BotsWire.HEARTBEATS, bot.beat(), null);
  }
}
