package dev.rota.app.doctor;

import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.base.settings.KnownSettings;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.topics.RequiredTopics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Whether the limits of brokers let a domain's engines work: a table for each kind of limit. */
enum BrokerLimitsCheck implements DoctorCheck {
  /** Whether brokers take transactions as long as the domain's longest turn. */
  TRANSACTIONS,
  /** Whether brokers take the sessions of engines, and keep their offsets. */
  GROUPS,
  /** Whether brokers take records as large as the domain writes. */
  SIZES;

  private static final String TRANSACTION_MAX = "transaction.max.timeout.ms";
  private static final String SESSION_MIN = "group.min.session.timeout.ms";
  private static final String SESSION_MAX = "group.max.session.timeout.ms";
  private static final String SESSION_OF_STREAMS = "group.streams.session.timeout.ms";
  private static final String PROTOCOLS = "group.coordinator.rebalance.protocols";
  private static final String RETENTION = "offsets.retention.minutes";
  private static final String REQUEST_MAX = "socket.request.max.bytes";
  private static final String MESSAGE_MAX = "message.max.bytes";

  /** Kafka's default: a week. */
  private static final long RETENTION_MIN = 10_080;

  /** A request has more than its records. */
  private static final int REST_BYTES = 1 << 16;

  /**
   * A row of a table.
   *
   * @param unfit the setting, where it is not what Rota needs; empty: it is
   * @param otherwise what happens then
   * @param mend how to change it
   */
  private record Row(Verdict verdict, Optional<String> unfit, String otherwise, String... mend) {}

  /**
   * What the clients of a domain's engines ask of the brokers, with the settings in effect.
   *
   * @param transactionMillis time-out of their transactions
   * @param sessionMillis of a member of the classic protocol
   * @param requestBytes the largest request
   */
  record EngineClients(int transactionMillis, int sessionMillis, int requestBytes) {
    static EngineClients of(DoctorContext at) {
      StreamsSettings settings = at.streams();
      StreamsConfig config = new StreamsConfig(settings.streams(at.domain()));
      String group = settings.applicationId(at.domain().name());
      Map<String, Object> producer = config.getProducerConfigs("doctor");
      Map<String, Object> consumer = config.getMainConsumerConfigs(group, "doctor", 0);
      return new EngineClients(
          number(producer, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
          number(consumer, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
          number(producer, ProducerConfig.MAX_REQUEST_SIZE_CONFIG));
    }

    private static int number(Map<String, Object> config, String key) {
      return Integer.parseInt(String.valueOf(config.get(key)));
    }
  }

  @Override
  public String id() {
    return "cluster." + name().toLowerCase(Locale.ROOT);
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
    return judge(at.brokers(), EngineClients.of(at), at.domain().turnMaxMillis(), streams);
  }

  /**
   * Judges the brokers' limits.
   *
   * @param turn the domain's longest, in ms
   * @param streams true: the brokers say how long a session is
   */
  List<DoctorFinding> judge(
      BrokerSettings brokers, EngineClients engine, int turn, boolean streams) {
    return switch (this) {
      case TRANSACTIONS -> transactions(brokers, engine.transactionMillis(), turn);
      case GROUPS -> groups(brokers, engine.sessionMillis(), streams);
      case SIZES -> sizes(brokers, engine.requestBytes());
    };
  }

  private static List<DoctorFinding> transactions(BrokerSettings brokers, int asked, int turn) {
    String own = "producer.transaction.timeout.ms=";
    Optional<String> less = brokers.less(TRANSACTION_MAX, asked);
    return findings(
        "the engine's transactions may take %d ms; %s=%s"
            .formatted(asked, TRANSACTION_MAX, brokers.values(TRANSACTION_MAX)),
        new Row(
            Verdict.FAIL,
            less,
            ", but the engine asks for " + own + asked + ": it could not begin",
            "set %s=%d in server.properties of each broker, and restart it"
                .formatted(TRANSACTION_MAX, Math.max(asked, turn))),
        new Row(
            Verdict.WARN,
            less.isEmpty() && asked < turn ? Optional.of(own + asked) : Optional.empty(),
            ", but a turn may take %d ms: a longer one would be aborted and repeated"
                .formatted(turn),
            "set " + own + turn));
  }

  private static List<DoctorFinding> groups(BrokerSettings brokers, int session, boolean streams) {
    return findings(
        streams
            ? "a session takes %s=%s"
                .formatted(SESSION_OF_STREAMS, brokers.values(SESSION_OF_STREAMS))
            : "a session takes %d ms; brokers take %s to %s"
                .formatted(session, brokers.values(SESSION_MIN), brokers.values(SESSION_MAX)),
        streams
            ? new Row(
                Verdict.FAIL,
                brokers.where(PROTOCOLS, value -> !value.contains("streams")),
                ", but group.protocol=streams: no engine could join its group",
                "add streams to " + PROTOCOLS + " of each broker, and restart it",
                "or set group.protocol=classic")
            : new Row(
                Verdict.FAIL,
                brokers
                    .where(SESSION_MIN, value -> Long.parseLong(value) > session)
                    .or(() -> brokers.less(SESSION_MAX, session)),
                ", but the engine asks for main.consumer.session.timeout.ms="
                    + session
                    + ": it could not join its group",
                "set consumer.session.timeout.ms to a value that brokers take, or change theirs"
                    + " in server.properties and restart them"),
        new Row(
            Verdict.WARN,
            brokers.less(RETENTION, RETENTION_MIN),
            ": engines that are stopped for longer do not start again by themselves",
            "set " + RETENTION + "=" + RETENTION_MIN + " or more in server.properties"));
  }

  private static List<DoctorFinding> sizes(BrokerSettings brokers, int request) {
    String own = "producer.max.request.size";
    int written = RequiredTopics.WRITTEN_BYTES_MAX;
    long least = (long) Math.max(request, written) + REST_BYTES;
    Optional<String> less = brokers.less(REQUEST_MAX, least);
    return findings(
        "%s=%s; the domain's topics have max.message.bytes=%d of their own, whatever %s=%s is"
            .formatted(
                REQUEST_MAX,
                brokers.values(REQUEST_MAX),
                written,
                MESSAGE_MAX,
                brokers.values(MESSAGE_MAX)),
        new Row(
            Verdict.FAIL,
            less,
            ", but a request of the engine may have %d bytes: its partition would stand still"
                .formatted(request),
            "set %s=%d or more in server.properties of each broker, and restart it"
                .formatted(REQUEST_MAX, least)),
        new Row(
            Verdict.FAIL,
            less.isEmpty() && request < written
                ? Optional.of(own + "=" + request)
                : Optional.empty(),
            ", but a record of the domain may have %d bytes".formatted(written),
            "leave " + own + " at its default"));
  }

  /**
   * What the rows that do not fit come to.
   *
   * @param fine if all fit
   */
  private static List<DoctorFinding> findings(String fine, Row... rows) {
    List<DoctorFinding> found =
        Stream.of(rows)
            .flatMap(
                row ->
                    row.unfit().stream()
                        .map(
                            it ->
                                new DoctorFinding(
                                    row.verdict(), it + row.otherwise(), List.of(row.mend()))))
            .toList();
    return found.isEmpty() ? List.of(DoctorFinding.ok(fine)) : found;
  }
}
