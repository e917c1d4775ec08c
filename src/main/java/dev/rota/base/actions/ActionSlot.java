package dev.rota.base.actions;

import dev.rota.base.actions.ControlGroups.ControlGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Where one action runs, and as whom.
 *
 * @param folder of the action; all that works in it ends with the action
 * @param user if it is not the bot's own, all of its processes end with the action
 * @param group all that is in it ends with the action
 */
record ActionSlot(Path folder, ActionUser user, ControlGroup group, ActionSandbox sandbox) {
  private static final ControlGroup NO_GROUP = new ControlGroup(List.of());

  /** Where nothing starts; what is left there may be ended. */
  static ActionSlot left(Path folder) {
    return of(folder, ActionUser.OWN, ActionSandbox.NONE);
  }

  /** A slot without a group. */
  static ActionSlot of(Path folder, ActionUser user, ActionSandbox sandbox) {
    return new ActionSlot(folder, user, NO_GROUP, sandbox);
  }

  /** The same slot with a group. */
  ActionSlot in(ControlGroup other) {
    return new ActionSlot(folder, user, other, sandbox);
  }

  /** The action's directory, with its inputs and outputs. */
  Path root() {
    return folder.resolve("root");
  }

  private Path temporary() {
    return folder.resolve("tmp");
  }

  /** Makes the folder, which other users cannot enter. */
  void make() throws IOException {
    user.makePassage(folder);
    user.makeDirectory(root());
    if (sandbox != ActionSandbox.NONE) {
      user.makeDirectory(temporary());
    }
  }

  /** Returns the words that start a command here. */
  List<String> entering(Path working, List<String> command) {
    return group.entering(user.entering(sandbox.entering(root(), temporary(), working, command)));
  }
}
