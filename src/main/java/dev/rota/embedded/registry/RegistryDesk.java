package dev.rota.embedded.registry;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Where questions are answered and changes made: one change at a time, each in the log before its
 * answer is given.
 */
final class RegistryDesk {
  private final SchemaStore store;
  private final Consumer<List<RegistryFact>> log;
  private final ReentrantLock oneWriter = new ReentrantLock();

  /**
   * @param store locked by its own monitor, also by whoever applies the log to it
   * @param log returns when the facts are safe and have been applied to the store
   */
  RegistryDesk(SchemaStore store, Consumer<List<RegistryFact>> log) {
    this.store = store;
    this.log = log;
  }

  <T> T ask(Function<SchemaStore, T> question) {
    synchronized (store) {
      return question.apply(store);
    }
  }

  <T> T change(Function<SchemaStore, Decision<T>> rules) {
    oneWriter.lock();
    try {
      var decision = ask(rules);
      if (!decision.facts().isEmpty()) {
        log.accept(decision.facts());
      }
      return decision.answer();
    } finally {
      oneWriter.unlock();
    }
  }
}
