package dev.rota.lab.bench;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Sha256;
import dev.rota.readers.notary.PageLeaves;
import dev.rota.readers.notary.PartitionLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Measures a notary on one core: verify seals, hash, write and sign. Kafka is left out. */
public final class NotaryBench {
  private static final double NANOS = 1e9;
  private static final int LANES = 8;
  private static final int INPUT_BYTES = 120;
  private static final int PAGE_TURNS = 100;
  private static final String NAME = "bench.example/log";

  private final int turns;
  private final List<byte[]> records = new ArrayList<>();

  /**
   * One pass over all records.
   *
   * @param hashedPerSecond the baseline: turns of which only the page's SHA-256 is taken, per
   *     second of CPU time
   * @param leavesPerSecond per second of CPU time
   * @param wallPerSecond per second that passed, files forced to disk
   */
  public record Pass(double hashedPerSecond, double leavesPerSecond, double wallPerSecond) {
    public double ratio() {
      return leavesPerSecond / hashedPerSecond;
    }
  }

  /** Makes a sealed ledger of so many turns, in pages as a domain under load writes them. */
  public NotaryBench(int turns) {
    this.turns = turns;
    PageWriter pages = new PageWriter(0, PageEnd.START, PAGE_TURNS);
    Random random = new Random(1);
    for (int i = 0; i < turns; i++) {
      pages.add(turn(i, random));
      if (pages.isFull() || i + 1 == turns) {
        records.add(pages.close(_ -> random.nextLong()).bytes());
      }
    }
  }

  private static TurnEntry turn(int i, Random random) {
    byte[] input = new byte[INPUT_BYTES];
    random.nextBytes(input);
    byte[] digest = Sha256.of(input);
    long millis = 1_700_000_000_000L + i;
    return new TurnEntry(
        "lane-" + i % LANES,
        1 + i / LANES,
        millis,
        TurnEntry.Kind.INPUT,
        new InputPosition("inputs", 0, i, millis, digest),
        null,
        null,
        input,
        1,
        digest,
        1);
  }

  /**
   * Signs the ledger into an empty directory.
   *
   * @param every number of turns between signatures, 100 or more
   */
  public Pass pass(Path dir, int every) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long hashing = threads.getCurrentThreadCpuTime();
    int mixed = 0;
    for (byte[] record : records) {
      mixed += Sha256.of(record)[0];
    }
    double hashed = (threads.getCurrentThreadCpuTime() - hashing + (mixed & 1)) / NANOS;
    SigningKey key = SigningKey.random(NAME, KeyKind.LOG);
    TrustPolicy policy = TrustPolicy.of(key.verifier());
    long wall = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    PageLeaves leaves = new PageLeaves(0, true);
    try (PartitionLog log = PartitionLog.open(DiskOperations.LOCAL, dir, key, policy, leaves)) {
      for (int i = 0; i < records.size(); i++) {
        log.take(i, records.get(i));
        if ((i + 1) % (every / PAGE_TURNS) == 0) {
          log.sign();
        }
      }
      log.sign();
    }
    double spent = (threads.getCurrentThreadCpuTime() - cpu) / NANOS;
    double passed = (System.nanoTime() - wall) / NANOS;
    return new Pass(turns / hashed, turns / spent, turns / passed);
  }
}
