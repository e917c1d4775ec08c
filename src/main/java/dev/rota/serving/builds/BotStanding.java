package dev.rota.serving.builds;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the grid says to a bot about its session.
 *
 * @param leases those that it is to run, and those that it is to stop
 * @param isNews something is there that the bot does not know, or it has to go on with a lease
 * @param idle it could take more
 */
record BotStanding(
    List<Lease> leases, boolean isNews, boolean idle, long expiresAt, long keepaliveMillis) {

  /**
   * Reads it now.
   *
   * @param said what the bot said of its leases
   * @return null: the session is not live
   */
  static BotStanding of(BotsState state, BotReport report, String session, BotSession said) {
    Bot bot = state.bot(report.bot());
    if (bot == null || !bot.spec().session().equals(session)) {
      return null;
    }
    Set<String> running = BotReport.named(said, LeaseState.ACTIVE);
    Set<String> known = BotReport.named(said, LeaseState.ACTIVE, LeaseState.PENDING);
    Set<String> held = new HashSet<>();
    List<Lease> leases = new ArrayList<>();
    boolean news = false;
    for (Leased lease : bot.held().values()) {
      String id = LeaseName.of(lease).toString();
      held.add(id);
      news |= !known.contains(id);
      leases.add(lease(lease, id, running.contains(id) ? LeaseState.ACTIVE : LeaseState.PENDING));
    }
    for (String id : known) {
      if (!held.contains(id)) {
        news = true;
        leases.add(Lease.newBuilder().setId(id).setState(LeaseState.CANCELLED).build());
      }
    }
    return new BotStanding(leases, news, isIdle(bot, known), bot.expiresAt(), bot.keepalive());
  }

  /** One that runs something reports it when it is done, unless it says that it takes several. */
  private static boolean isIdle(Bot bot, Set<String> known) {
    return bot.isFree() && (known.isEmpty() || bot.profile().capacity() > 1);
  }

  private static Lease lease(Leased lease, String id, LeaseState state) {
    Lease.Builder said = Lease.newBuilder().setId(id).setState(state);
    if (lease.job().spec().payload() != null) {
      try {
        byte[] payload = lease.job().spec().payload().content();
        Any work = Any.pack(Digest.parseFrom(payload));
        said.setPayload(work).setInlineAssignment(work);
      } catch (InvalidProtocolBufferException _) {
        // Another client of the grid submitted it; the bot says that it cannot run that.
      }
    }
    return said.build();
  }

  /** The leases that it is to run. */
  Set<String> ids() {
    Set<String> ids = new HashSet<>();
    for (Lease lease : leases) {
      if (lease.getState() != LeaseState.CANCELLED) {
        ids.add(lease.getId());
      }
    }
    return ids;
  }

  /** The answer to a bot. */
  BotSession answer(SessionName name, BotSession said) {
    return said.toBuilder()
        .setName(name.toString())
        .clearLeases()
        .addAllLeases(leases)
        .setExpireTime(OperationMessages.timestamp(expiresAt))
        .build();
  }
}
