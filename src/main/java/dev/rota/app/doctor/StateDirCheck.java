package dev.rota.app.doctor;

import dev.rota.base.settings.KnownSettings;
import dev.rota.road.stream.UnwritableState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether the directory of the state stores is there or can be made, and takes files. */
final class StateDirCheck implements DoctorCheck {
  @Override
  public String id() {
    return "local.state-dir";
  }

  @Override
  public Service needs() {
    return Service.NONE;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    Path dir = Path.of(at.settings().text(KnownSettings.STATE_DIR)).toAbsolutePath();
    Path there = existing(dir);
    if (!Files.isDirectory(there)) {
      return List.of(
          DoctorFinding.fail(
              "the state directory %s cannot be made: %s is a file".formatted(dir, there),
              "set state.dir to another directory"));
    }
    try {
      UnwritableState.check(there); // of what is there already: nothing is made
    } catch (UnwritableState e) {
      return List.of(
          DoctorFinding.fail(
              e.getMessage(),
              "let the user of 'rota run' write there: chown, chmod or mount it otherwise",
              "or set state.dir to another directory"));
    }
    return List.of(
        DoctorFinding.ok(
            there.equals(dir)
                ? "%s is writable".formatted(dir)
                : "%s is not there yet, and can be made: %s is writable".formatted(dir, there)));
  }

  /** It, or the first of its parents that exists. A file may be in the way. */
  private static Path existing(Path dir) {
    Path there = dir;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there;
  }
}
