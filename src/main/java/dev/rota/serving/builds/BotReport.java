package dev.rota.serving.builds;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotStatus;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.model.Bot;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.SortedProperties;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.Device;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.Worker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a worker says of itself, in the words of the grid.
 *
 * @param bot its name
 * @param profile with the worker's configurations {@code capacity}, else 1, and {@code priority},
 *     else 0
 * @param properties of the worker and of its first device
 */
record BotReport(String bot, BotProfile profile, Map<String, List<String>> properties) {
  private static final String CAPACITY = "capacity";
  private static final String PRIORITY = "priority";

  /**
   * Reads it.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT
   */
  static BotReport of(BotSession session) {
    if (session.getBotId().isEmpty()) {
      throw RequestedAction.invalid(
          "bot_session.bot_id", "it is empty", "name the bot, the same in all of its sessions");
    }
    Map<String, String> configs = new HashMap<>();
    session.getWorker().getConfigsList().forEach(one -> configs.put(one.getKey(), one.getValue()));
    return new BotReport(
        session.getBotId(),
        new BotProfile(health(session), number(configs, CAPACITY, 1), number(configs, PRIORITY, 0)),
        properties(session.getWorker()));
  }

  private static int number(Map<String, String> configs, String key, int otherwise) {
    String text = configs.get(key);
    try {
      return text == null ? otherwise : Integer.parseInt(text);
    } catch (NumberFormatException _) {
      throw RequestedAction.invalid(
          "bot_session.worker.configs", key + " is '" + text + "'", "use a whole number");
    }
  }

  /** A bot that is not known to be well gets nothing new. */
  private static BotHealth health(BotSession session) {
    return switch (session.getStatus()) {
      case OK -> BotHealth.OK;
      case HOST_REBOOTING -> BotHealth.HOST_REBOOTING;
      case BOT_TERMINATING -> BotHealth.BOT_TERMINATING;
      case UNHEALTHY, INITIALIZING -> BotHealth.UNHEALTHY;
      case BOT_STATUS_UNSPECIFIED, UNRECOGNIZED -> BotHealth.UNSPECIFIED;
    };
  }

  private static Map<String, List<String>> properties(Worker worker) {
    SaidProperties all = new SaidProperties("bot_session.worker.properties");
    worker.getPropertiesList().forEach(one -> all.add(one.getKey(), one.getValue()));
    if (worker.getDevicesCount() > 0) {
      for (Device.Property one : worker.getDevices(0).getPropertiesList()) {
        all.add(one.getKey(), one.getValue());
      }
    }
    return all.all();
  }

  /** The heartbeat of a bot that begins. */
  BotHeartbeat registering(String grid, String instance) {
    return said(grid, instance).setRegistering(true).build();
  }

  /** The heartbeat of a session. */
  BotHeartbeat beat(String grid, SessionName name, List<LeaseReport> leases, boolean closing) {
    return said(grid, name.instance())
        .setSession(name.session())
        .setLeases(leases)
        .setClosing(closing)
        .build();
  }

  private BotHeartbeat.Builder said(String grid, String instance) {
    return BotHeartbeat.newBuilder()
        .setGrid(grid)
        .setBot(bot)
        .setInstance(instance)
        .setStatus(BotStatus.valueOf(profile.health().name()))
        .setCapacity(profile.capacity())
        .setPriority(profile.priority())
        .setProperties(properties);
  }

  /** Returns true if the grid knows of the bot what it says. */
  boolean isKnown(Bot known) {
    return known.profile().equals(profile)
        && known.spec().said().equals(SortedProperties.of(properties));
  }

  /** Returns true if it goes, and has nothing left that runs. */
  static boolean isLeaving(BotSession session) {
    return session.getStatus() == dev.rota.protocols.remoteworkers.BotStatus.BOT_TERMINATING
        && session.getLeasesList().stream()
            .noneMatch(lease -> lease.getState() == LeaseState.ACTIVE);
  }

  /** The leases that the worker names, by the names that it was told. */
  static Set<String> named(BotSession session, LeaseState... states) {
    Set<String> wanted = new HashSet<>();
    for (Lease lease : session.getLeasesList()) {
      if (List.of(states).contains(lease.getState())) {
        wanted.add(lease.getId());
      }
    }
    return wanted;
  }
}
