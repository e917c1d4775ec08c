package dev.rota.app.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/**
 * Decides the turns of golden ledgers, again and again, so that the JVM has compiled the rules when
 * the first real ones come. Nothing is left of them.
 */
final class WarmUp {
  private final List<Domain> domains;
  private final long limitNanos;
  private final Thread thread = new Thread(this::run, "warm-up");
  private volatile boolean over;

  private WarmUp(List<Domain> domains, Duration limit) {
    this.domains = List.copyOf(domains);
    this.limitNanos = limit.toNanos();
    thread.setDaemon(true);
  }

  /**
   * Starts in a thread of its own, which ends by itself.
   *
   * @param each how long at most for a domain
   */
  static WarmUp start(List<Domain> domains, Duration each) {
    WarmUp one = new WarmUp(domains, each.multipliedBy(domains.size()));
    one.thread.start();
    return one;
  }

  /** What is real has come. */
  void end() {
    over = true;
  }

  Thread thread() {
    return thread;
  }

  private void run() {
    long began = System.nanoTime();
    int decided = 1;
    while (decided > 0 && System.nanoTime() - began < limitNanos) {
      decided = 0;
      for (Domain domain : domains) {
        decided += over ? 0 : decide(domain);
      }
    }
  }

  /** Decides the turns of the domain's ledger again. Returns how many were the same. */
  static int decide(Domain domain) {
    PartitionReplay replay = new PartitionReplay(domain);
    AtomicInteger same = new AtomicInteger();
    for (byte[] page : ledger(domain)) {
      var _ =
          replay.page(
              page, verdict -> same.addAndGet(verdict instanceof ReplayVerdict.Same ? 1 : 0));
    }
    return same.get();
  }

  /** The golden ledger of the domain's rules, page by page. Empty if its jar has none. */
  private static List<byte[]> ledger(Domain domain) {
    String name =
        "/golden/" + domain.name() + "/rules-" + domain.card().engine().rules() + ".pages.gz";
    try (InputStream file = domain.getClass().getResourceAsStream(name)) {
      if (file == null) {
        return List.of();
      }
      var lines = new InputStreamReader(new GZIPInputStream(file), US_ASCII);
      return new BufferedReader(lines).lines().map(Base64.getDecoder()::decode).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
