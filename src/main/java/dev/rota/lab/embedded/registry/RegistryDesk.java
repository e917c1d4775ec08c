package dev.rota.lab.embedded.registry;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Answers queries and makes changes. Changes are made one at a time, and each is in the log before
 * it is answered.
 */
final class RegistryDesk {
  /** An answer, and what must be in the log before it is given; null: nothing changes. */
  record Change<T>(T answer, RegistryLine line) {}

  /** Where changes are kept. It applies them to the store. */
  interface Log {
    /** Applies what an earlier call has written without knowing it. */
    default void catchUp() {}

    /** Returns when the line is durable and applied to the store. */
    void append(RegistryLine line);
  }

  private final SchemaStore store;
  private final Log log;
  private final ReentrantLock oneWriter = new ReentrantLock();

  /**
   * @param store guarded by its own monitor, also while the log is applied to it
   */
  RegistryDesk(SchemaStore store, Log log) {
    this.store = store;
    this.log = log;
  }

  <T> T ask(Function<SchemaStore, T> question) {
    synchronized (store) {
      return question.apply(store);
    }
  }

  <T> T change(Function<SchemaStore, Change<T>> rules) {
    oneWriter.lock();
    try {
      log.catchUp();
      var change = ask(rules);
      if (change.line() != null) {
        log.append(change.line());
      }
      return change.answer();
    } finally {
      oneWriter.unlock();
    }
  }
}
