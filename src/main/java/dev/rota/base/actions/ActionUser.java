package dev.rota.base.actions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Who runs an action: the bot's own user, or another one, which may neither write to, nor read, nor
 * signal what belongs to the bot and to other actions.
 *
 * @param id of the user; negative: the bot's own
 * @param group of the user
 */
record ActionUser(int id, int group) {
  static final ActionUser OWN = new ActionUser(-1, -1);

  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final Set<PosixFilePermission> OF_THE_OWNER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OF_THE_GROUP =
      PosixFilePermissions.fromString("rwx--x---");
  private static final String SETPRIV = ActionProcess.found("setpriv");

  ActionUser {
    if (id == 0) {
      throw new IllegalArgumentException("no action runs as root");
    }
  }

  boolean isOwn() {
    return id < 0;
  }

  /** Returns the words that run a command as this user, without any of root's rights. */
  List<String> entering(List<String> command) {
    if (isOwn()) {
      return command;
    }
    List<String> words = new ArrayList<>(List.of(SETPRIV, "--reuid", Integer.toString(id)));
    words.addAll(List.of("--regid", Integer.toString(group), "--clear-groups"));
    words.addAll(List.of("--no-new-privs", "--inh-caps=-all", "--"));
    words.addAll(command);
    return words;
  }

  /** Makes a directory of this user; its permissions do not depend on the bot's umask. */
  Path makeDirectory(Path directory) throws IOException {
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, DIRECTORY);
    if (!isOwn()) {
      Files.setAttribute(directory, "unix:gid", group);
      Files.setAttribute(directory, "unix:uid", id);
    }
    return directory;
  }

  /** Makes a directory of the bot that this user may pass through, and no other action's user. */
  void makePassage(Path directory) throws IOException {
    Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OF_THE_OWNER));
    if (!isOwn()) {
      Files.setAttribute(directory, "unix:gid", group);
      Files.setPosixFilePermissions(directory, OF_THE_GROUP);
    }
  }

  /** Returns whether this user could read a file itself. The bot might be able to read more. */
  boolean mayRead(Path file) throws IOException {
    return isOwn()
        || Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(id)
        || Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
            .contains(PosixFilePermission.OTHERS_READ);
  }

  /** Ends all processes of this user, wherever they went; while it does so, none can be made. */
  void endProcesses() throws IOException {
    if (!isOwn()) {
      String end = "kill -s STOP -- -1; kill -s KILL -- -1";
      ActionProcess.did(ProcessSweeper.END_MAX, entering(List.of("/bin/sh", "-c", end)));
    }
  }
}
