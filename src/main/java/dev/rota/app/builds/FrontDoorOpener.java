package dev.rota.app.builds;

import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.Settings;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.FrontDoorOptions;
import dev.rota.serving.builds.GridAccess;
import dev.rota.serving.serve.ServerAccess;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/** Opens a front door as settings say. */
public final class FrontDoorOpener {
  private static final String GRID = "builds";
  private static final Duration ABANDONED = Duration.ofSeconds(10);

  private FrontDoorOpener() {}

  /**
   * Opens a front door of the grid that the settings name. The topics must exist.
   *
   * @param access where it listens; a port that is taken is a failure with this cause
   * @param storage {@code grpc://HOST:PORT}
   */
  public static BuildFrontDoor open(Settings settings, ServerAccess access, URI storage) {
    try {
      return BuildFrontDoor.open(
          new FrontDoorOptions(GRID, Set.of(), access, storage, null, ABANDONED),
          new GridAccess(
              settings.consumer(), settings.kafka(), StreamsOptions.of(settings).newSerializer()));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "cannot listen on " + access.at(),
          e.getMessage(),
          "choose another port, 0 for any free one",
          e);
    }
  }
}
