package dev.rota.bots.wire;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.Cancelled;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.Submitted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.domain.OpaqueBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Converts generated records to inputs. */
final class BotsInputConverter {
  private BotsInputConverter() {}

  static BotsInput job(JobEvent event) {
    if (event.getEvent() instanceof Cancelled cancelled) {
      return new Cancel(cancelled.getOperation());
    }
    Submitted s = (Submitted) event.getEvent();
    return new Submit(
        s.getJob(),
        s.getInstance(),
        s.getPriority(),
        s.getLabel(),
        SortedProperties.of(s.getProperties()),
        s.getLocalityHint(),
        s.getAction(),
        !s.getDoNotCache(),
        s.getOperation(),
        s.getTimeoutMs(),
        s.getCached(),
        bytes(s.getPayload()));
  }

  static Heartbeat heartbeat(BotHeartbeat beat) {
    return new Heartbeat(
        beat.getBot(),
        beat.getSession(),
        beat.getInstance(),
        new BotProfile(BotsSymbols.of(beat.getStatus()), beat.getCapacity(), beat.getPriority()),
        SortedProperties.of(beat.getProperties()),
        reports(beat.getLeases()),
        beat.getRegistering(),
        beat.getClosing());
  }

  private static List<Report> reports(List<LeaseReport> leases) {
    List<Report> reports = new ArrayList<>(leases.size());
    for (LeaseReport lease : leases) {
      reports.add(
          new Report(
              lease.getJob(),
              BotsSymbols.of(lease.getState()),
              lease.getCode() == null ? GrpcStatus.OK : BotsSymbols.of(lease.getCode()),
              lease.getExitCode() == null ? 0 : lease.getExitCode(),
              lease.getAttempt() == null ? 0 : lease.getAttempt(),
              bytes(lease.getResult())));
    }
    return reports;
  }

  private static OpaqueBytes bytes(ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] content = new byte[buffer.remaining()];
    buffer.duplicate().get(content);
    return OpaqueBytes.of(content);
  }
}
