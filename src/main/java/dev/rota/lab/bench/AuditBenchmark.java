package dev.rota.lab.bench;

import dev.rota.kernel.domain.Domain;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import java.util.Arrays;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.common.KafkaException;

/** Measures the audit of a ledger, in alternation with only reading what the audit reads. */
final class AuditBenchmark {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  /** Rounds that warm up the JIT compiler: in the second it still has half of the CPU. */
  private static final int WARM_UP = 2;

  private final Domain domain;
  private final Map<String, Object> kafka;
  private final BenchmarkLoad load;
  private final AuditReadBaseline reading;

  AuditBenchmark(Domain domain, Map<String, Object> kafka, BenchmarkLoad load) {
    this.domain = domain;
    this.kafka = kafka;
    this.load = load;
    this.reading = new AuditReadBaseline(domain, kafka);
  }

  /** One audit: turns per second, and CPU of the whole process for a turn, µs. */
  private record Audited(double perSecond, double cpuMicros) {}

  /**
   * Audits and reads to warm up the JIT compiler, and then so many times in alternation.
   *
   * @throws IllegalStateException if an audit finds a difference
   */
  ProofCosts proof(int rounds, LongConsumer progress) {
    double[] audited = new double[rounds];
    double[] cpu = new double[rounds];
    double[] seconds = new double[rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      Audited one = audit(progress);
      double read = reading.seconds(load.partitions(), load.threads(), progress);
      if (round >= 0) {
        audited[round] = one.perSecond();
        cpu[round] = one.cpuMicros();
        seconds[round] = read;
      }
    }
    LedgerSize size = reading.ledger(load.partitions());
    return new ProofCosts(
        median(audited),
        median(cpu),
        size.turns() / median(seconds),
        size.bytesPerTurn(),
        size.bytesPerTurnAlone());
  }

  private Audited audit(LongConsumer progress) {
    long started = System.nanoTime();
    long cpu = RoadBench.cpuNanos();
    try (DomainAudit audit = new DomainAudit(domain, kafka)) {
      AuditReport report = audit.run(load.threads());
      double turns = report.turns();
      progress.accept(report.turns());
      if (!report.proved()) {
        throw new IllegalStateException(
            "the audit of the benchmark's ledger failed: " + report.findings());
      }
      return new Audited(
          turns * NANOS / (System.nanoTime() - started),
          (RoadBench.cpuNanos() - cpu) / NANOS_PER_MICRO / turns);
    } catch (InterruptedException e) {
      throw new KafkaException("interrupted", e);
    }
  }

  private static double median(double[] of) {
    double[] sorted = of.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
