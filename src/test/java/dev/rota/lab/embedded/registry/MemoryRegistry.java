package dev.rota.lab.embedded.registry;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A registry over HTTP that needs no broker. */
public final class MemoryRegistry implements AutoCloseable {
  static final long LOGGED_AT = 1_000;

  private final SchemaStore store = new SchemaStore();
  private final LocalRegistry registry =
      new LocalRegistry(LocalRegistry.bind(0), new RegistryDesk(store, this::append), () -> {});

  private MemoryRegistry() {}

  public static MemoryRegistry start() {
    return new MemoryRegistry();
  }

  public String url() {
    return registry.url();
  }

  /** Appends a line to the log, whoever has written it. */
  void append(RegistryLine line) {
    synchronized (store) {
      try {
        store.apply(line, LOGGED_AT);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    registry.close();
  }
}
