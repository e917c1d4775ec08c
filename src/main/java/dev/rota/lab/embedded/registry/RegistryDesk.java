package dev.rota.lab.embedded.registry;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Answers queries and makes changes. Changes are made one at a time, and each is in the log before
 * it is answered.
 */
final class RegistryDesk {
  private final SchemaStore store;
  private final Consumer<List<RegistryFact>> log;
  private final ReentrantLock oneWriter = new ReentrantLock();

  /**
   * @param store guarded by its own monitor, also while the log is applied to it
   * @param log returns when the facts are durable and applied to the store
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

  <T> T change(Function<SchemaStore, RegistryDecision<T>> rules) {
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
