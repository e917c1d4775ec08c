package dev.rota.app.doctor;

import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.base.actions.ActionSandbox;
import java.util.List;

/** Whether a bot of this machine could run build actions in a sandbox. Nothing else needs one. */
final class SandboxCheck implements DoctorCheck {
  private static final String FLAG = "'rota bot --sandbox bwrap'";

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
      return DoctorFinding.ok("bots of this machine can run actions in a sandbox: " + FLAG);
    }
    return new DoctorFinding(
        Verdict.OK,
        "%s would not start here, nothing else needs it: %s".formatted(FLAG, fault),
        List.of(ActionSandbox.REMEDY));
  }
}
