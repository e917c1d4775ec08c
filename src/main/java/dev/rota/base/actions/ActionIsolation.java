package dev.rota.base.actions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What keeps the actions of a host from each other and from the host. */
public record ActionIsolation(ControlGroups groups, ActionUsers users, ActionSandbox sandbox)
    implements AutoCloseable {
  /** The name of a folder that no action has. */
  static final String TRIAL = "trial";

  /** Actions as the bot's own user, without a sandbox. */
  public static ActionIsolation of(ControlGroups groups) {
    return new ActionIsolation(groups, ActionUsers.own(), ActionSandbox.NONE);
  }

  /**
   * Runs a command as an action would run.
   *
   * @param actions the folders of actions are in it
   * @throws IOException it cannot; the message says what to do
   */
  void tryOut(Path actions) throws IOException {
    if (users.areOwn() && sandbox == ActionSandbox.NONE) {
      return;
    }
    ActionUser user = users.first();
    ActionSlot open = ActionSlot.of(actions.resolve(TRIAL), user, ActionSandbox.NONE);
    ActionSlot shut = ActionSlot.of(actions.resolve(TRIAL), user, sandbox);
    List<String> command =
        List.of("/bin/sh", "-c", "cd \"$0\" && : > trial", shut.root().toString());
    String fault;
    try {
      shut.make();
      fault = ActionProcess.fault(open.entering(open.root(), command));
    } catch (IOException e) {
      fault = e.toString();
    }
    if (fault != null) {
      throw new IOException(
          "no action can run as user %s: %s; ".formatted(user.id(), fault)
              + "install setpriv (util-linux) and let root have the capabilities SETUID, SETGID,"
              + " CHOWN, DAC_OVERRIDE and KILL, start it as an ordinary user, or "
              + ActionUsers.UNSHIELDED);
    }
    fault = ActionProcess.fault(shut.entering(shut.root(), command));
    if (fault != null) {
      throw new IOException(
          "no action can run in a sandbox: %s; %s, or pass --sandbox none"
              .formatted(fault, ActionSandbox.REMEDY));
    }
  }

  /** Says for people what there is. */
  @Override
  public String toString() {
    return "users of actions: %s; sandbox: %s; control groups: %s"
        .formatted(users, sandbox.name().toLowerCase(Locale.ROOT), groups);
  }

  @Override
  public void close() throws IOException {
    groups.close();
    users.close();
  }
}
