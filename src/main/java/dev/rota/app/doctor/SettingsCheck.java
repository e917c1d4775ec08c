package dev.rota.app.doctor;

import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.FailureTranslator;
import dev.rota.base.settings.KnownSettings;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the files that settings name can be read, and whether a setting gives up exactly-once.
 */
final class SettingsCheck implements DoctorCheck {
  @Override
  public String id() {
    return "local.settings";
  }

  @Override
  public Service needs() {
    return Service.NONE;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    List<DoctorFinding> found = new ArrayList<>();
    try {
      StreamsOptions.kept(at.settings());
    } catch (UncheckedIOException | CommandFailure e) {
      CommandFailure why = FailureTranslator.of(e);
      found.add(
          DoctorFinding.fail(
              "checkpoint.policy cannot be used: " + why.why(),
              why.fix(),
              "or leave out " + KnownSettings.CHECKPOINT_POLICY));
    }
    for (String danger : at.settings().dangers()) {
      found.add(
          DoctorFinding.warn(
              danger + ": decisions may be lost or made twice",
              "leave it out, and ROTA_UNSAFE too"));
    }
    if (found.isEmpty()) {
      found.add(
          DoctorFinding.ok(
              "the settings can be used; 'rota config show --origin' shows where each comes from"));
    }
    return found;
  }
}
