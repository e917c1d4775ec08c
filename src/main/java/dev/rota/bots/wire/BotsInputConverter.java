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
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
        properties(s.getProperties()),
        s.getLocalityHint(),
        s.getAction(),
        !s.getDoNotCache(),
        s.getOperation(),
        s.getTimeoutMs(),
        s.getCached());
  }

  static Heartbeat heartbeat(BotHeartbeat beat) {
    return new Heartbeat(
        beat.getBot(),
        beat.getSession(),
        beat.getInstance(),
        BotsSymbols.of(beat.getStatus()),
        beat.getCapacity(),
        beat.getPriority(),
        properties(beat.getProperties()),
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
              lease.getAttempt() == null ? 0 : lease.getAttempt()));
    }
    return reports;
  }

  static SortedProperties properties(Map<String, List<String>> map) {
    if (map.isEmpty()) {
      return SortedProperties.NONE;
    }
    List<PropertyPair> pairs = new ArrayList<>();
    map.forEach((key, values) -> values.forEach(value -> pairs.add(new PropertyPair(key, value))));
    return SortedProperties.of(pairs);
  }
}
