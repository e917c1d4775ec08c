package dev.rota.app.backup;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.road.backup.BackupFault;

/** Says why a backup or a restore ended. */
final class FaultReport {
  private FaultReport() {}

  static CommandFailure of(String what, BackupFault fault) {
    ExitCode exit =
        switch (fault.reason()) {
          case DAMAGED -> ExitCode.DIFFERS;
          case FOREIGN, NOT_EMPTY -> ExitCode.CONFIGURATION;
          case AGAIN -> ExitCode.AGAIN;
        };
    return new CommandFailure(exit, what, fault.getMessage(), fault.fix(), fault);
  }
}
