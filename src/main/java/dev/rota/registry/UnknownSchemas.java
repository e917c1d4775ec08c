package dev.rota.registry;

import dev.rota.registry.UnreadableRecord.Reason;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Waits for a schema that the registry does not have yet, since a record may arrive before a
 * replica of the registry has its schema. It remembers unknown ids for a while.
 *
 * <p>All waits share a budget that refills at a tenth of the elapsed time, so that many different
 * unknown ids cost one wait, not thousands.
 */
final class UnknownSchemas {
  private static final long PAUSE_MILLIS = 50;
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
  private static final long PAUSE_MILLIS_MAX = 2_000;
  private static final int REFILL_DIVISOR = 10;
  private static final int REMEMBERED_MAX = 10_000;

  private final long purseMaxNanos;
  private final long memoryNanos;
  private final Map<Object, Long> remembered = new ConcurrentHashMap<>();
  private long purseNanos;
  private long filledAtNanos = System.nanoTime();

  UnknownSchemas(RegistryConfig config) {
    purseMaxNanos = TimeUnit.MILLISECONDS.toNanos(config.getLong(RegistryConfig.UNKNOWN_WAIT));
    memoryNanos = TimeUnit.MILLISECONDS.toNanos(config.getLong(RegistryConfig.UNKNOWN_MEMORY));
    purseNanos = purseMaxNanos;
  }

  /** Polls the registry. Throws {@link UnreadableRecord} when the budget is used up. */
  Schema find(Object id, Supplier<Schema> registry) {
    refuseRemembered(id);
    long pause = PAUSE_MILLIS;
    while (true) {
      try {
        return registry.get();
      } catch (RegistryRefused e) {
        if (!e.notFound() && e.status() != HttpRegistry.NOT_AVRO) {
          throw e;
        }
        long granted = e.notFound() ? draw(TimeUnit.MILLISECONDS.toNanos(pause)) : 0;
        if (granted <= 0) {
          remember(id);
          throw unknown(id, e);
        }
        sleep(granted);
        pause = Math.min(PAUSE_MILLIS_MAX, 2 * pause);
      }
    }
  }

  private void refuseRemembered(Object id) {
    Long until = remembered.get(id);
    if (until != null) {
      if (System.nanoTime() - until < 0) {
        throw unknown(id, null);
      }
      remembered.remove(id);
    }
  }

  private void remember(Object id) {
    if (remembered.size() >= REMEMBERED_MAX) {
      remembered.clear();
    }
    remembered.put(id, System.nanoTime() + memoryNanos);
  }

  private synchronized long draw(long nanos) {
    long now = System.nanoTime();
    purseNanos = Math.min(purseMaxNanos, purseNanos + (now - filledAtNanos) / REFILL_DIVISOR);
    filledAtNanos = now;
    long granted = Math.min(nanos, purseNanos);
    if (granted < LEAST_NANOS) {
      return 0; // shorter sleeps would refill the budget and repeat forever
    }
    purseNanos -= granted;
    return granted;
  }

  private static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static UnreadableRecord unknown(Object id, RegistryRefused cause) {
    return new UnreadableRecord(
        Reason.UNKNOWN_SCHEMA,
        "the registry has no Avro schema "
            + id
            + "; check that producer and consumer use the same registry",
        cause);
  }
}
