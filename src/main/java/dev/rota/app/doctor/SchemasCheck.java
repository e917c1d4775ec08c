package dev.rota.app.doctor;

import dev.rota.registry.CompatibilityLevel;
import dev.rota.registry.Registry;
import dev.rota.registry.RegistryRefused;
import dev.rota.road.stream.DomainSubjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/** Whether the registered schemas of a domain fit this release. Nothing is registered. */
final class SchemasCheck implements DoctorCheck {
  @Override
  public String id() {
    return "registry.schemas";
  }

  @Override
  public Service needs() {
    return Service.REGISTRY;
  }

  @Override
  public boolean isOfDomain() {
    return true;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    Registry registry = at.registry();
    List<DoctorFinding> found = new ArrayList<>();
    int known = 0;
    int missing = 0;
    for (Map.Entry<String, Set<Schema>> one : DomainSubjects.ofVersions(at.domain()).entrySet()) {
      boolean hasSome = false;
      for (Schema schema : one.getValue()) {
        if (isRegistered(registry, one.getKey(), schema)) {
          known++;
          hasSome = true;
          continue;
        }
        missing++;
        List<String> why = registry.testCompatibility(one.getKey(), schema);
        if (!why.isEmpty()) {
          found.add(incompatible(one.getKey(), schema, why));
        }
      }
      if (hasSome) {
        found.addAll(level(registry, one.getKey(), DomainSubjects.level(one.getValue())));
      }
    }
    if (found.isEmpty()) {
      found.add(
          DoctorFinding.ok(
              missing == 0
                  ? "%d schemas of this release are registered".formatted(known)
                  : ("%d schemas of this release are registered; an engine registers the other %d,"
                          + " which are compatible, when it starts")
                      .formatted(known, missing)));
    }
    return found;
  }

  private static boolean isRegistered(Registry registry, String subject, Schema schema) {
    try {
      registry.lookup(subject, schema);
      return true;
    } catch (RegistryRefused e) {
      if (e.notFound()) {
        return false;
      }
      throw e;
    }
  }

  private static DoctorFinding incompatible(String subject, Schema schema, List<String> why) {
    return DoctorFinding.fail(
        "%s of this release cannot be registered under %s: %s"
            .formatted(schema.getName(), subject, String.join("; ", why))
            .replaceAll("\\s+", " "),
        "run a release that fits, or, if %s is not Rota's, give this one a registry of its own"
            .formatted(subject));
  }

  private static List<DoctorFinding> level(
      Registry registry, String subject, CompatibilityLevel wanted) {
    CompatibilityLevel level = registry.compatibility(subject);
    return level == wanted
        ? List.of()
        : List.of(
            DoctorFinding.warn(
                "%s has the compatibility %s, not %s: others may register what engines cannot read"
                    .formatted(subject, level, wanted),
                "start an engine, which sets it, or: curl -X PUT -H 'Content-Type:"
                    + " application/json'"
                    + " -d '{\"compatibility\":\"%s\"}' REGISTRY/config/%s"
                        .formatted(wanted, subject)));
  }
}
