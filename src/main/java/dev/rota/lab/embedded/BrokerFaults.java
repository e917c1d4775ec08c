package dev.rota.lab.embedded;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the broker's first fatal fault. Kafka's own handler would halt the JVM, and the product
 * with it.
 */
final class BrokerFaults implements FaultHandlerFactory, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerFaults.class);
  private static final Set<BrokerFaults> OPEN = ConcurrentHashMap.newKeySet();

  private final CompletableFuture<Throwable> first = new CompletableFuture<>();

  private BrokerFaults() {}

  /** Records broker faults that would end the JVM, until {@link #close()}. */
  static BrokerFaults watch() {
    var faults = new BrokerFaults();
    OPEN.add(faults);
    // A broker that loses its only log directory calls these directly, without a fault handler.
    Exit.setHaltProcedure(BrokerFaults::endAsked);
    Exit.setExitProcedure(BrokerFaults::endAsked);
    return faults;
  }

  Optional<Throwable> first() {
    return Optional.ofNullable(first.getNow(null));
  }

  /** Fails this with the first fault, at once if it has come. */
  void fail(CompletableFuture<?> waiting) {
    var _ = first.thenAccept(waiting::completeExceptionally);
  }

  @Override
  public FaultHandler build(String name, boolean fatal, Runnable action) {
    return (message, cause) -> {
      var fault = new FaultHandlerException(name + ": " + message, cause);
      if (fatal) {
        record(fault);
      } else {
        LOG.warn("the local broker met a fault and continues: {}", name, fault);
      }
      action.run();
      return fault;
    };
  }

  @Override
  public void close() {
    OPEN.remove(this);
    if (OPEN.isEmpty()) {
      Exit.resetHaltProcedure();
      Exit.resetExitProcedure();
    }
  }

  private void record(Throwable fault) {
    if (first.complete(fault)) {
      LOG.error("the local broker failed and has to be restarted", fault);
    }
  }

  private static void endAsked(int status, String message) {
    var fault =
        new IllegalStateException(
            "the broker gave up with status " + status + (message == null ? "" : ": " + message));
    OPEN.forEach(faults -> faults.record(fault));
  }
}
