package dev.rota.app.builds;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.trust.TokenFile;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.road.topics.LaneKey;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.FrontDoorOptions;
import dev.rota.serving.builds.GridAccess;
import dev.rota.serving.builds.StorageAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Opens a front door as settings say. */
public final class FrontDoorOpener {
  private static final String ALL = "all";

  private FrontDoorOpener() {}

  /**
   * Opens a front door of the grid that the settings name. The topics must exist.
   *
   * @param access where it listens, and who may do what; a port that is taken is a failure with
   *     this cause
   * @param storage where blobs and results are
   */
  public static BuildFrontDoor open(Settings settings, DoorAccess access, StorageAccess storage) {
    String grid = settings.text(KnownSettings.BUILDS_GRID);
    if (!LaneKey.isLane(grid.getBytes(StandardCharsets.UTF_8))) {
      throw bad(
          settings,
          KnownSettings.BUILDS_GRID,
          "'" + grid + "' does not match " + LaneKey.GRAMMAR,
          null);
    }
    Set<String> instances = Set.copyOf(settings.list(KnownSettings.BUILDS_INSTANCES));
    int abandoned = settings.number(KnownSettings.BUILDS_ABANDONED);
    Map<String, Object> consumer = new HashMap<>(ClusterAdmin.TIMEOUTS);
    consumer.putAll(settings.consumer());
    try {
      return BuildFrontDoor.open(
          new FrontDoorOptions(
              grid,
              instances.contains(ALL) ? Set.of() : instances,
              access,
              storage,
              abandoned == 0 ? null : Duration.ofMillis(abandoned)),
          new GridAccess(
              consumer, settings.producer(), StreamsOptions.of(settings).newSerializer()));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "cannot listen on " + access.at(),
          e.getMessage(),
          "choose another port, 0 for any free one",
          e);
    }
  }

  /** Returns the storage that the settings name. */
  static StorageAccess storage(Settings settings) throws IOException {
    URI storage = address(settings, KnownSettings.BUILDS_CAS);
    if (storage == null) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "there is no storage for builds",
          "'" + KnownSettings.BUILDS_CAS + "' is not set",
          "name one that speaks the Remote Execution API: --cas grpc://HOST:PORT");
    }
    String authorities = settings.text(KnownSettings.BUILDS_CAS_AUTHORITIES);
    String token = settings.text(KnownSettings.BUILDS_CAS_TOKEN);
    return new StorageAccess(
        storage,
        address(settings, KnownSettings.BUILDS_ACTION_CACHE),
        ChannelSecurity.of(
            token.isEmpty() ? null : TokenFile.read(Path.of(token)),
            authorities.isEmpty() ? null : Path.of(authorities),
            null,
            null));
  }

  private static URI address(Settings settings, String name) {
    String text = settings.text(name);
    if (text.isEmpty()) {
      return null;
    }
    try {
      URI address = URI.create(text);
      if (BuildChannel.isAddress(address)) {
        checkToken(settings, name, address);
        return address;
      }
    } catch (IllegalArgumentException _) {
      // It is said below.
    }
    throw bad(settings, name, "'" + text + "' is no address; expected grpc://HOST:PORT", null);
  }

  private static void checkToken(Settings settings, String name, URI address) {
    if (BuildChannel.isExposed(address)
        && !settings.text(KnownSettings.BUILDS_CAS_TOKEN).isEmpty()) {
      throw bad(settings, name, "a token needs TLS: grpcs://HOST:PORT", null);
    }
  }

  private static CommandFailure bad(Settings settings, String name, String why, Exception cause) {
    return new CommandFailure(
        ExitCode.CONFIGURATION,
        "the settings cannot be used",
        settings.origin(name) + ": '" + name + "': " + why,
        "correct it; 'rota config show --origin' shows where each value comes from",
        cause);
  }
}
