package dev.rota.lab.traffic.bots;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotStatus;
import dev.rota.bots.Cancelled;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.Submitted;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Builds the records of clients, bots and operators of one grid. */
record GridRecords(String grid) {
  /** As the schemas say. */
  private static final int PAYLOAD_MAX = 4096;

  private static final int RESULT_MAX = 16_384;

  GridRecords {
    // Builders fill in defaults through Avro's record reader.
    GeneratedClasses.trust();
  }

  JobEvent submitted(
      String job, String instance, int priority, Map<String, List<String>> needs, String hint) {
    return submitted(job, instance, priority, needs, hint, null, null, false);
  }

  JobEvent submitted(
      String job,
      String instance,
      int priority,
      Map<String, List<String>> needs,
      String hint,
      String action,
      String operation,
      boolean cached) {
    return new JobEvent(
        grid,
        new Submitted(
            job,
            instance,
            priority,
            null,
            needs,
            hint,
            action,
            action == null,
            operation,
            null,
            cached,
            opaque(job, PAYLOAD_MAX)));
  }

  /** By its name alone, so that it takes no draw: none, empty, some bytes, or as many as may be. */
  private static ByteBuffer opaque(String name, int max) {
    int kind = Math.floorMod(name.hashCode() * 31, 64);
    int length = kind == 0 ? max : kind < 8 ? 0 : kind;
    if (kind >= 56) {
      return null;
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (kind * i);
    }
    return ByteBuffer.wrap(bytes);
  }

  JobEvent cancelled(String operation) {
    return new JobEvent(grid, new Cancelled(operation));
  }

  /** Returns a heartbeat without session; copy it to change other fields. */
  BotHeartbeat heartbeat(
      String bot,
      String instance,
      int capacity,
      int priority,
      Map<String, List<String>> properties,
      List<LeaseReport> leases) {
    return BotHeartbeat.newBuilder()
        .setGrid(grid)
        .setBot(bot)
        .setInstance(instance)
        .setCapacity(capacity)
        .setPriority(priority)
        .setProperties(properties)
        .setLeases(leases)
        .build();
  }

  static BotHeartbeat with(BotHeartbeat beat, BotStatus status, String session) {
    return BotHeartbeat.newBuilder(beat).setStatus(status).setSession(session).build();
  }

  static LeaseReport completed(String job, StatusCode code, Integer attempt) {
    ByteBuffer result = opaque(job + "/" + attempt, RESULT_MAX);
    return new LeaseReport(job, ReportedState.COMPLETED, code, null, attempt, result);
  }

  static LeaseReport active(String job, Integer attempt) {
    return new LeaseReport(job, ReportedState.ACTIVE, null, null, attempt, null);
  }

  /** Returns the default policy with this assigner. */
  BotPolicy.Builder policy(AssignerKind assigner) {
    return BotPolicy.newBuilder().setGrid(grid).setAssigner(assigner);
  }
}
