package dev.rota.bench;

import dev.rota.files.Disk;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.Source;
import dev.rota.notary.PartitionLog;
import dev.rota.proof.KeyKind;
import dev.rota.proof.Policy;
import dev.rota.proof.SigningKey;
import dev.rota.table.Sha256;
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
  private static final String NAME = "bench.example/log";

  private final List<byte[]> records = new ArrayList<>();

  /**
   * One pass over all records.
   *
   * @param hashedPerSecond the baseline: a SHA-256 of each record, per second of CPU time
   * @param leavesPerSecond per second of CPU time
   * @param wallPerSecond per second that passed, files forced to disk
   */
  public record Pass(double hashedPerSecond, double leavesPerSecond, double wallPerSecond) {
    public double ratio() {
      return leavesPerSecond / hashedPerSecond;
    }
  }

  /** Makes a sealed ledger of so many turns. */
  public NotaryBench(int turns) {
    EntryWire wire = new EntryWire();
    Sha256 sha = new Sha256();
    Random random = new Random(1);
    byte[][] seals = new byte[LANES][Sha256.BYTES];
    for (int i = 0; i < turns; i++) {
      byte[] input = new byte[INPUT_BYTES];
      random.nextBytes(input);
      byte[] digest = Sha256.of(input);
      int lane = i % LANES;
      byte[] record =
          wire.encode(
              new Entry(
                  "lane-" + lane,
                  1 + i / LANES,
                  1_700_000_000_000L + i,
                  Entry.Kind.INPUT,
                  new Source("inputs", 0, i, 1_700_000_000_000L + i, digest),
                  null,
                  null,
                  input,
                  1,
                  digest,
                  i,
                  1,
                  new byte[Sha256.BYTES]));
      int open = record.length - Sha256.BYTES;
      seals[lane] = sha.field(seals[lane]).field(record, open).finish();
      System.arraycopy(seals[lane], 0, record, open, Sha256.BYTES);
      records.add(record);
    }
  }

  /**
   * Signs the ledger into an empty directory.
   *
   * @param every number of turns between signatures
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
    Policy policy = Policy.of(key.verifier());
    long wall = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    try (PartitionLog log = PartitionLog.open(Disk.LOCAL, dir, key, policy, true)) {
      for (int i = 0; i < records.size(); i++) {
        log.take(i, records.get(i));
        if ((i + 1) % every == 0) {
          log.sign();
        }
      }
      log.sign();
    }
    double spent = (threads.getCurrentThreadCpuTime() - cpu) / NANOS;
    double passed = (System.nanoTime() - wall) / NANOS;
    int turns = records.size();
    return new Pass(turns / hashed, turns / spent, turns / passed);
  }
}
