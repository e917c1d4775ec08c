package dev.rota.serving.builds;

import java.io.IOException;

/** A front door of a grid, on a port of gRPC. */
public final class BuildFrontDoor implements AutoCloseable {
  private final int port;

  private BuildFrontDoor(int port) {
    this.port = port;
  }

  /**
   * Opens the port, and serves until closed. The grid's topics must exist.
   *
   * @throws IOException if the port is taken
   */
  public static BuildFrontDoor open(FrontDoorOptions options, GridAccess grid) throws IOException {
    return new BuildFrontDoor(options.access().at().getPort());
  }

  /** The port that it listens on. */
  public int port() {
    return port;
  }

  /** Ends all calls. Clients come back to another front door, and workers too. */
  @Override
  public void close() {
    // Nothing is open yet.
  }
}
