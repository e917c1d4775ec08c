package dev.rota.lab.verbs.dev;

import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.lab.embedded.DataDir;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** The settings of {@code rota dev}: those of {@code run} without the ones that it sets itself. */
final class DevSettings {
  private static final String SOURCE = "rota dev";

  /** The demo's traffic has other grids: its bots run nothing. */
  private static final String FARM = "farm";

  private static final List<String> RECEIVERS =
      List.of("kafka.", "streams.", "producer.", "consumer.", "admin.");
  private static final List<String> SECURITY = List.of("security.", "sasl.", "ssl.");
  private static final String[] LOGIN = {"registry.basic.", "registry.bearer.", "registry.ssl."};

  private DevSettings() {}

  /** Returns the sources. A setting without effect becomes an error. */
  static SettingsSources refusing(SettingsSources sources) {
    return sources
        .refuse(
            "'rota dev' starts Kafka and a registry",
            KnownSettings.BOOTSTRAP,
            KnownSettings.REGISTRY)
        .refuse("'rota dev' stores everything in --data-dir", KnownSettings.STATE_DIR)
        .refuse("'rota dev' has one broker", KnownSettings.REPLICATION)
        .refuse(
            "'rota dev' has one process", KnownSettings.STANDBYS, "streams.num.standby.replicas")
        .refuse("'rota dev' listens on this machine alone", KnownSettings.HTTP_HOST, "follow.")
        .refuse(
            "'rota dev --reapi' has its own storage, and a port on this machine",
            KnownSettings.BUILDS_HOST,
            KnownSettings.BUILDS_PORT,
            KnownSettings.BUILDS_TOKEN,
            KnownSettings.BUILDS_CAS,
            KnownSettings.BUILDS_ACTION_CACHE,
            "builds.cas.",
            "builds.client.",
            "builds.worker.",
            "builds.writer.",
            "builds.tls.")
        .refuse("'rota dev' speaks to its own Kafka in plaintext", security())
        .refuse("the registry of 'rota dev' needs no authentication", LOGIN);
  }

  private static String[] security() {
    return RECEIVERS.stream()
        .flatMap(
            to ->
                Stream.concat(SECURITY.stream(), Stream.of(KnownSettings.BOOTSTRAP))
                    .map(to::concat))
        .toArray(String[]::new);
  }

  /** Returns the settings with the addresses. */
  static Settings at(Settings given, String bootstrap, String registry, DataDir data)
      throws IOException {
    return given
        .otherwise(KnownSettings.BOOTSTRAP, bootstrap, SOURCE)
        .otherwise(KnownSettings.REGISTRY, registry, SOURCE)
        .otherwise(KnownSettings.BUILDS_GRID, FARM, SOURCE)
        .otherwise(KnownSettings.STATE_DIR, data.state().toString(), SOURCE);
  }
}
