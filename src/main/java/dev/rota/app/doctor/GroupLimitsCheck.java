package dev.rota.app.doctor;

import dev.rota.base.settings.KnownSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether brokers take the sessions of a domain's engines, and keep their offsets. */
final class GroupLimitsCheck implements DoctorCheck {
  private static final String LEAST = "group.min.session.timeout.ms";
  private static final String MOST = "group.max.session.timeout.ms";
  private static final String OF_STREAMS = "group.streams.session.timeout.ms";
  private static final String PROTOCOLS = "group.coordinator.rebalance.protocols";
  private static final String RETENTION = "offsets.retention.minutes";

  /** Kafka's default: a week. */
  private static final long RETENTION_MIN = 10_080;

  @Override
  public String id() {
    return "cluster.groups";
  }

  @Override
  public Service needs() {
    return Service.SETTINGS;
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    boolean streams = "streams".equals(at.settings().streams().get(KnownSettings.GROUP_PROTOCOL));
    return judge(at.brokers(), EngineClients.of(at).sessionMillis(), streams);
  }

  /**
   * Judges the brokers' limits.
   *
   * @param session of the classic protocol, in ms
   * @param streams true: the brokers say how long a session is
   */
  static List<DoctorFinding> judge(BrokerSettings brokers, int session, boolean streams) {
    List<DoctorFinding> found = new ArrayList<>();
    if (streams) {
      brokers
          .where(PROTOCOLS, value -> !value.contains("streams"))
          .map(
              where ->
                  DoctorFinding.fail(
                      where + ", but group.protocol=streams: no engine could join its group",
                      "add streams to " + PROTOCOLS + " of each broker, and restart it",
                      "or set group.protocol=classic"))
          .ifPresent(found::add);
    } else {
      less(brokers, session).ifPresent(found::add);
    }
    brokers
        .less(RETENTION, RETENTION_MIN)
        .map(
            where ->
                DoctorFinding.warn(
                    where
                        + ": engines that are stopped for longer do not start again by themselves",
                    "set " + RETENTION + "=" + RETENTION_MIN + " or more in server.properties"))
        .ifPresent(found::add);
    if (found.isEmpty()) {
      found.add(
          DoctorFinding.ok(
              streams
                  ? "a session takes %s=%s".formatted(OF_STREAMS, brokers.values(OF_STREAMS))
                  : "a session takes %d ms; brokers take %s to %s"
                      .formatted(session, brokers.values(LEAST), brokers.values(MOST))));
    }
    return found;
  }

  private static Optional<DoctorFinding> less(BrokerSettings brokers, int session) {
    return brokers
        .where(LEAST, value -> Long.parseLong(value) > session)
        .or(() -> brokers.less(MOST, session))
        .map(
            where ->
                DoctorFinding.fail(
                    where
                        + ", but the engine asks for main.consumer.session.timeout.ms="
                        + session
                        + ": it could not join its group",
                    "set consumer.session.timeout.ms to a value that brokers take, or change theirs"
                        + " in server.properties and restart them"));
  }
}
