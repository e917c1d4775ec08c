package dev.rota.app.doctor;

import java.util.List;
import java.util.Optional;

/** Whether brokers take transactions as long as a domain's longest turn. */
final class TransactionLimitCheck implements DoctorCheck {
  private static final String MAX = "transaction.max.timeout.ms";

  @Override
  public String id() {
    return "cluster.transactions";
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
    int asked = EngineClients.of(at).transactionMillis();
    int turn = at.domain().turnMaxMillis();
    Optional<String> less = at.brokers().less(MAX, asked);
    if (less.isPresent()) {
      return List.of(
          DoctorFinding.fail(
              "%s, but the engine asks for producer.transaction.timeout.ms=%d: it could not begin"
                  .formatted(less.get(), asked),
              "set %s=%d in server.properties of each broker, and restart it"
                  .formatted(MAX, Math.max(asked, turn))));
    }
    if (asked < turn) {
      return List.of(
          DoctorFinding.warn(
              "producer.transaction.timeout.ms=%d, but a turn may take %d ms: a longer one would be"
                      .formatted(asked, turn)
                  + " aborted and repeated",
              "set producer.transaction.timeout.ms=" + turn));
    }
    return List.of(
        DoctorFinding.ok(
            "the engine's transactions may take %d ms; %s=%s"
                .formatted(asked, MAX, at.brokers().values(MAX))));
  }
}
