package dev.rota.app.backup;

import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.registry.SchemaTransfer;

/** The registry whose schemas go with the records. */
final class TransferredSchemas {
  private TransferredSchemas() {}

  /** Null if none is configured. */
  static SchemaTransfer of(Settings settings) {
    return settings.find(KnownSettings.REGISTRY).isEmpty()
            || settings.text(KnownSettings.REGISTRY).isBlank()
        ? null
        : SchemaTransfer.open(settings.registry());
  }

  static String said(int schemas) {
    return schemas == 0 ? "none: pass --registry" : Integer.toString(schemas);
  }
}
