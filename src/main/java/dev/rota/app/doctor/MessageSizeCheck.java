package dev.rota.app.doctor;

import dev.rota.road.topics.RequiredTopics;
import java.util.List;
import java.util.Optional;

/** Whether brokers take records as large as a domain writes. */
final class MessageSizeCheck implements DoctorCheck {
  private static final String REQUEST = "socket.request.max.bytes";
  private static final String MESSAGE = "message.max.bytes";

  /** A request has more than its records. */
  private static final int REST_BYTES = 1 << 16;

  @Override
  public String id() {
    return "cluster.sizes";
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
    return judge(at.brokers(), EngineClients.of(at).requestBytes());
  }

  /** Judges the brokers' limits by the engine's largest request, in bytes. */
  static List<DoctorFinding> judge(BrokerSettings brokers, int requestBytes) {
    int written = RequiredTopics.WRITTEN_BYTES_MAX;
    long least = (long) Math.max(requestBytes, written) + REST_BYTES;
    Optional<String> less = brokers.less(REQUEST, least);
    if (less.isPresent()) {
      return List.of(
          DoctorFinding.fail(
              "%s, but a request of the engine may have %d bytes: its partition would stand still"
                  .formatted(less.get(), requestBytes),
              "set %s=%d or more in server.properties of each broker, and restart it"
                  .formatted(REQUEST, least)));
    }
    if (requestBytes < written) {
      return List.of(
          DoctorFinding.fail(
              "producer.max.request.size=%d, but a record of the domain may have %d bytes"
                  .formatted(requestBytes, written),
              "leave producer.max.request.size at its default"));
    }
    return List.of(
        DoctorFinding.ok(
            "%s=%s; the domain's topics have max.message.bytes=%d of their own, whatever %s=%s is"
                .formatted(
                    REQUEST, brokers.values(REQUEST), written, MESSAGE, brokers.values(MESSAGE))));
  }
}
