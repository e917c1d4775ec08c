package dev.rota.app.doctor;

import dev.rota.base.settings.KnownSettings;
import dev.rota.registry.RegistryRefused;
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
    int subjects;
    try {
      subjects = at.registry().subjects().size();
    } catch (RegistryRefused e) {
      if (!e.notFound()) {
        throw e;
      }
      return List.of(
          DoctorFinding.fail(
              "what answers at %s is no schema registry: it has no /subjects".formatted(url),
              "set schema.registry.url to the registry's address, with its path if it has one"));
    }
    return List.of(
        DoctorFinding.ok(
            "the schema registry answers at %s: %d subjects".formatted(url, subjects)));
  }
}
