package dev.rota.app.doctor;

import java.util.List;
import java.util.Optional;

/** Whether brokers make topics that nobody has planned. */
final class AutoCreateCheck implements DoctorCheck {
  private static final String AUTO = "auto.create.topics.enable";

  @Override
  public String id() {
    return "cluster.auto-create";
  }

  @Override
  public Service opens() {
    return Service.SETTINGS;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    Optional<String> on = at.brokers().where(AUTO, Boolean::parseBoolean);
    if (on.isPresent()) {
      return List.of(
          DoctorFinding.warn(
              on.get()
                  + ": a client that comes before 'rota topics create' makes a topic with another"
                  + " number of partitions and a retention limit, and a misspelt name makes one,"
                  + " too",
              "set %s=false in server.properties of each broker, and restart it".formatted(AUTO),
              "or run 'rota topics create' before any client starts"));
    }
    return List.of(DoctorFinding.ok(AUTO + "=" + at.brokers().values(AUTO)));
  }
}
