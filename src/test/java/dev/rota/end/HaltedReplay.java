package dev.rota.end;

import dev.rota.app.clients.LetterReplayer;
import dev.rota.app.clients.LetterReplayer.Replay;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.road.letters.DeadLetter;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;

/**
 * Sends all dead letters of the cores again in one transaction, and something happens when they are
 * sent, before they are marked and committed.
 */
final class HaltedReplay {
  private HaltedReplay() {}

  /** A process that is dead at this moment. */
  public static void main(String[] args) {
    send(args[0], () -> Runtime.getRuntime().halt(9));
  }

  /**
   * The same in this process.
   *
   * @param then what happens
   */
  static void send(String bootstrap, Runnable then) {
    send(bootstrap, "120000", then);
  }

  /** The same, in a transaction that brokers end after this time. */
  static void send(String bootstrap, String millis, Runnable then) {
    try (LetterReplayer replayer = open(bootstrap, millis)) {
      replayer.send(new Batch(all(bootstrap), then), _ -> {});
    }
  }

  static LetterReplayer open(String bootstrap, String millis) {
    Settings settings =
        new SettingsSources()
            .environment(
                Map.of(
                    "ROTA_BOOTSTRAP_SERVERS",
                    bootstrap,
                    "ROTA_PRODUCER_TRANSACTION_TIMEOUT_MS",
                    millis))
            .load();
    return LetterReplayer.open(settings, CoresCluster.CORES.name());
  }

  /** All dead letters, once more. */
  static List<Replay> all(String bootstrap) {
    return Committed.records(bootstrap, CoresCluster.DEAD_LETTERS).stream()
        .map(DeadLetter::new)
        .map(one -> new Replay(one, one.again(DeadLetterReplayIT.PARTITIONS)))
        .toList();
  }

  /** It is walked through to send it, and then once more to mark what was sent. */
  private static final class Batch extends AbstractList<Replay> {
    private final List<Replay> all;
    private final Runnable then;
    private int taken;

    Batch(List<Replay> all, Runnable then) {
      this.all = all;
      this.then = then;
    }

    @Override
    public Replay get(int index) {
      if (++taken == all.size() + 1) {
        then.run();
      }
      return all.get(index);
    }

    @Override
    public int size() {
      return all.size();
    }
  }
}
