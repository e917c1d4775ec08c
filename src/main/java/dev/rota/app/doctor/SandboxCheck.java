package dev.rota.app.doctor;

import dev.rota.base.actions.ActionSandbox;
import java.util.List;

/** Whether a bot of this machine could run build actions in a sandbox. Nothing else needs one. */
final class SandboxCheck implements DoctorCheck {
  @Override
  public String id() {
    return "local.sandbox";
  }

  @Override
  public Service needs() {
    return Service.NONE;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    return List.of(judge(ActionSandbox.fault()));
  }

  /**
   * Says it. A machine without bots lacks nothing.
   *
   * @param fault null: it can
   */
  static DoctorFinding judge(String fault) {
    if (fault == null) {
      return DoctorFinding.ok(
          "bots of this machine can run actions in a sandbox: 'rota bot --sandbox bwrap'");
    }
    return DoctorFinding.ok(
        "'rota bot --sandbox bwrap' would not start here, nothing else needs it: %s; %s"
            .formatted(fault, ActionSandbox.REMEDY));
  }
}
