package dev.rota.lab.bench.builds;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.lab.bench.builds.BuildClients.ActionRun;
import dev.rota.protocols.reapi.Digest;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process whose clients wait for actions that no worker can run, so that their part of the heap
 * is not the scheduler's. It waits until its standard input ends.
 */
final class WaitingClients {
  static final String ALL = "all wait";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** So many are on their way at a time, as of clients that send what they have. */
  private static final int BURST = 1_000;

  private WaitingClients() {}

  /**
   * Takes the ports of scheduler and storage, a platform and the number of actions. It says how
   * many wait, and then {@link #ALL}.
   */
  public static void main(String[] words) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    Map<String, String> platform = Map.of("ISA", words[2]);
    List<Digest> actions =
        BuildActions.store(Integer.parseInt(words[1]), platform, Integer.parseInt(words[3]));
    out.println("stored");
    // The other side has measured what it holds before.
    if (System.in.read() < 0) {
      return;
    }
    BuildClients clients = BuildClients.open(List.of(Integer.parseInt(words[0])), actions.size());
    List<ActionRun> runs = new ArrayList<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (Digest action : actions) {
      runs.add(clients.execute(action, System.nanoTime()));
      if (runs.size() >= BURST) {
        int queued = runs.size() - BURST;
        runs.get(queued).awaitQueued(deadline);
        if (queued % BURST == 0) {
          out.println(queued);
        }
      }
    }
    for (ActionRun run : runs) {
      run.awaitQueued(deadline);
    }
    out.println(ALL);
    while (System.in.read() >= 0) {
      // Nothing is said to it.
    }
    out.println("over");
    out.flush();
    Runtime.getRuntime().halt(0); // the streams would go on
  }
}
