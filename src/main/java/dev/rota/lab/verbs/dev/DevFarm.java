package dev.rota.lab.verbs.dev;

import dev.rota.app.builds.FrontDoorOpener;
import dev.rota.app.builds.SessionKeyChoice;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.run.HttpPortOpener;
import dev.rota.base.actions.ActionLimits;
import dev.rota.base.actions.ActionSandbox;
import dev.rota.base.actions.ActionUsers;
import dev.rota.base.actions.BotHost;
import dev.rota.base.actions.BotHost.BotHostOptions;
import dev.rota.base.actions.BotIdentity;
import dev.rota.base.actions.ControlGroups.GroupLimits;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import dev.rota.base.files.OwnerOnlyDirectories;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.settings.Settings;
import dev.rota.lab.embedded.DataDir;
import dev.rota.lab.storage.StorageServer;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.serving.builds.DoorAccess;
import dev.rota.serving.builds.SessionKey;
import dev.rota.serving.builds.StorageAccess;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The build farm of {@code rota dev}: a front door, a storage, and bots on this machine. */
final class DevFarm implements AutoCloseable {
  /** Of blobs, and again of the bots' cache, which links to what actions read. */
  private static final long BYTES_MAX = 10L << 30;

  private final ShutdownSequence parts = ShutdownSequence.nested();
  private final String address;

  private DevFarm(DataDir data, Settings settings, Path home, PortChoice port, int bots)
      throws IOException {
    try {
      Path dir = OwnerOnlyDirectories.made(data.path().resolve("farm"));
      StorageServer storage =
          parts.with(StorageServer.open(OwnerOnlyDirectories.made(dir.resolve("cas")), BYTES_MAX));
      SessionKey sessions = SessionKeyChoice.of(settings, home);
      BuildFrontDoor door =
          parts.with(port.open(number -> opened(number, settings, sessions, storage.address())));
      address = "grpc://" + LoopbackAddress.HOST + ":" + door.port();
      if (bots > 0) {
        ManagedChannel channel =
            BuildChannel.openPatient(URI.create(address), ChannelSecurity.NONE);
        parts.with(channel::shutdownNow);
        ManagedChannel blobs = BuildChannel.openPatient(storage.address(), ChannelSecurity.NONE);
        parts.with(blobs::shutdownNow);
        parts.with(BotHost.open(options(bots(dir), bots), List.of(channel), blobs));
      }
    } catch (IOException | RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  /**
   * Opens the farm. The domains must run.
   *
   * @param home Rota's directory
   * @param bots actions at a time; 0: none, others may bring bots
   */
  static DevFarm open(DataDir data, Settings settings, Path home, PortChoice port, int bots)
      throws IOException {
    return new DevFarm(data, settings, home, port, bots);
  }

  /** Root's actions run as other users, who may not pass through the data directory. */
  private Path bots(Path farm) throws IOException {
    if (!ActionUsers.isRoot()) {
      return OwnerOnlyDirectories.made(farm.resolve("bots"));
    }
    Path apart = Files.createTempDirectory(Path.of("/var/tmp"), "rota-bots-");
    parts.with(new DataDir(apart, false));
    return ActionUsers.opened(apart);
  }

  private static BotHostOptions options(Path dir, int bots) {
    return new BotHostOptions(
        new BotIdentity(BotHost.EVERYBODY, "dev", BotIdentity.ofThisMachine()),
        bots,
        dir,
        null,
        ActionSandbox.NONE,
        BYTES_MAX,
        ActionLimits.DEFAULT,
        GroupLimits.NONE,
        Duration.ZERO);
  }

  private static BuildFrontDoor opened(
      int port, Settings settings, SessionKey sessions, URI storage) {
    try {
      // gRPC does not say that a port is taken, only that it cannot be had.
      new ServerSocket(port, 1, LoopbackAddress.at(port).getAddress()).close();
      return FrontDoorOpener.open(
          settings, DoorAccess.local(port, sessions), StorageAccess.of(storage));
    } catch (IOException e) {
      throw HttpPortOpener.taken(LoopbackAddress.HOST, port, "--reapi-port", e);
    }
  }

  /** Returns where build tools reach it: {@code grpc://HOST:PORT}. */
  String address() {
    return address;
  }

  @Override
  public void close() {
    parts.close();
  }
}
