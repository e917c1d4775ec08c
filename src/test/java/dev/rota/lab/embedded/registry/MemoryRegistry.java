package dev.rota.lab.embedded.registry;

import java.util.List;

/** A registry over HTTP that needs no broker. */
public final class MemoryRegistry implements AutoCloseable {
  private final SchemaStore store = new SchemaStore();
  private final LocalRegistry registry =
      new LocalRegistry(LocalRegistry.bind(0), new RegistryDesk(store, this::apply), () -> {});

  private MemoryRegistry() {}

  public static MemoryRegistry start() {
    return new MemoryRegistry();
  }

  public String url() {
    return registry.url();
  }

  private void apply(List<RegistryFact> facts) {
    synchronized (store) {
      facts.forEach(fact -> fact.applyTo(store, 1_000));
    }
  }

  @Override
  public void close() {
    registry.close();
  }
}
