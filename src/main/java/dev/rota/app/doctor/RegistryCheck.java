package dev.rota.app.doctor;

import dev.rota.base.settings.KnownSettings;
import java.util.List;

/** Whether the schema registry answers. */
final class RegistryCheck implements DoctorCheck {
  @Override
  public String id() {
    return "registry.reachable";
  }

  @Override
  public Service needs() {
    return Service.NONE;
  }

  @Override
  public Service opens() {
    return Service.REGISTRY;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    String url = at.settings().text(KnownSettings.REGISTRY);
    if (url.isEmpty()) {
      return List.of(
          DoctorFinding.fail(
              "no schema registry is configured, and 'rota run' needs one",
              "set schema.registry.url in the --config file, or pass --registry URL"));
    }
    int subjects = at.registry().subjects().size();
    return List.of(
        DoctorFinding.ok(
            "the schema registry answers at %s: %d subjects".formatted(url, subjects)));
  }
}
