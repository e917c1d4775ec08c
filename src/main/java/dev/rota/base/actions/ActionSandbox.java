package dev.rota.base.actions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What an action sees of the machine. */
public enum ActionSandbox {
  /** All that its user may see. */
  NONE,

  /**
   * Namespaces of its own, by bubblewrap: the system's programs, which it cannot change, its own
   * folder, temporary directories of its own, no network and no processes but its own.
   */
  BWRAP;

  private static final List<String> SYSTEM =
      List.of(
          "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix",
          "/gnu");
  private static final String PROGRAM = ActionProcess.found("bwrap");

  /** What to do where none can be made. */
  public static final String REMEDY =
      "install bubblewrap, and let users make namespaces: sysctl user.max_user_namespaces above 0,"
          + " and where they exist, kernel.unprivileged_userns_clone=1 and"
          + " kernel.apparmor_restrict_unprivileged_userns=0";

  /** Says why this machine cannot make a sandbox; null: it can. */
  public static String fault() {
    ActionUser user = ActionUsers.isRoot() ? ActionUsers.UNUSED : ActionUser.OWN;
    List<String> words = new ArrayList<>(List.of(PROGRAM, "--unshare-all", "--die-with-parent"));
    words.addAll(List.of("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"));
    try {
      return ActionProcess.fault(user.entering(words));
    } catch (IOException e) {
      return PROGRAM + " cannot be started: " + e.getMessage();
    }
  }

  /**
   * Returns the words that run a command in it. It leads a session outside, so that its processes
   * are known as the action's.
   *
   * @param root the only directory of the action, where it is outside, too
   * @param temporary what it sees as /tmp
   */
  List<String> entering(Path root, Path temporary, Path working, List<String> command) {
    if (this == NONE) {
      return command;
    }
    List<String> words = new ArrayList<>(List.of(ActionProcess.SETSID, "--", PROGRAM));
    words.addAll(List.of("--unshare-all", "--die-with-parent"));
    SYSTEM.forEach(directory -> words.addAll(List.of("--ro-bind-try", directory, directory)));
    words.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
    words.addAll(List.of("--bind", temporary.toString(), "/tmp"));
    words.addAll(List.of("--bind", temporary.toString(), "/var/tmp"));
    words.addAll(List.of("--bind", root.toString(), root.toString()));
    words.addAll(List.of("--chdir", working.toString(), "--"));
    words.addAll(command);
    return words;
  }
}
