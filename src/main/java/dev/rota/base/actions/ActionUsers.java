package dev.rota.base.actions;

import dev.rota.base.files.DirectoryOwner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The users that run a host's actions: for root, one for each action at a time, so that no two
 * actions share one; else the bot's own. No two hosts of a machine have the same user at once.
 */
public final class ActionUsers implements AutoCloseable {
  /** What is left where no action can have a user of its own. */
  static final String UNSHIELDED =
      "run 'rota bot --action-users own', beside 'rota dev --reapi --bots 0' on a laptop: then"
          + " actions can change each other's files";

  /** The word for the bot's own user. */
  public static final String OWN = "own";

  /** Of those that systemd and distributions leave unused, and that fit into 16 bits. */
  private static final int FIRST = 60_578;

  private static final int LAST = 61_183;

  /** Any of these. */
  static final ActionUser UNUSED = new ActionUser(LAST, LAST);

  private static final int ID_MAX = 2_000_000_000;
  private static final Path LOCKS = Path.of("/run/rota/action-users");
  private static final String RANGE = "[0-9]{1,10}-[0-9]{1,10}";

  private static final Set<PosixFilePermission> PASSAGE =
      PosixFilePermissions.fromString("rwx--x--x");

  private final List<DirectoryOwner> locks = new ArrayList<>();
  private final List<ActionUser> all = new ArrayList<>();
  private final BlockingQueue<ActionUser> free = new LinkedBlockingQueue<>();

  private ActionUsers() {}

  /** Returns the bot's own user, for any number of actions at once. */
  public static ActionUsers own() {
    return new ActionUsers();
  }

  /** Returns whether this process may choose the users of others, as far as its own user says. */
  public static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | RuntimeException notLinux) {
      return "root".equals(System.getProperty("user.name"));
    }
  }

  /** Says what is wrong with what a person asks for; null: nothing. */
  public static String fault(String wanted, int count) {
    if (wanted == null || wanted.equals(OWN)) {
      return null;
    }
    if (!wanted.matches(RANGE)) {
      boolean isName = wanted.matches("[A-Za-z_][A-Za-z0-9_.-]*") && !wanted.equals("root");
      if (isName && count == 1) {
        return null;
      }
      return isName
          ? "names one user, but %d actions run at a time: pass a range, or --jobs 1"
              .formatted(count)
          : "is neither FIRST-LAST, the name of a user other than root, nor " + OWN;
    }
    long first = Long.parseLong(wanted.substring(0, wanted.indexOf('-')));
    long last = Long.parseLong(wanted.substring(wanted.indexOf('-') + 1));
    if (first < 1 || last < first || last > ID_MAX) {
      return "is no range of user ids from 1 to " + ID_MAX;
    }
    return last - first + 1 < count
        ? "has %d users, but %d actions run at a time".formatted(last - first + 1, count)
        : null;
  }

  /**
   * Takes users.
   *
   * @param wanted {@code FIRST-LAST}, a user's name, {@link #OWN}; null: for root a range that
   *     nobody uses, else the bot's own
   * @param count how many actions run at a time
   * @throws IOException they cannot be had; the message says what to do
   */
  public static ActionUsers open(String wanted, int count) throws IOException {
    String fault = fault(wanted, count);
    if (fault != null) {
      throw new IOException("--action-users " + fault);
    }
    ActionUsers users = new ActionUsers();
    if (OWN.equals(wanted) || (wanted == null && !isRoot())) {
      return users;
    }
    if (!isRoot()) {
      throw new IOException(
          "only root can run actions as other users: start the bot as root, or leave out"
              + " --action-users");
    }
    try {
      users.take(wanted, count);
    } catch (IOException | RuntimeException e) {
      users.close();
      throw e;
    }
    return users;
  }

  private void take(String wanted, int count) throws IOException {
    if (wanted != null && !wanted.matches(RANGE)) {
      takeOne(new ActionUser(number("-u", wanted), number("-g", wanted)));
    } else {
      String[] ends = wanted == null ? null : wanted.split("-");
      int last = ends == null ? LAST : Integer.parseInt(ends[1]);
      int first = ends == null ? FIRST : Integer.parseInt(ends[0]);
      for (int id = first; id <= last && all.size() < count; id++) {
        takeOne(new ActionUser(id, id));
      }
    }
    if (all.size() < count) {
      throw new IOException(
          "other bots of this machine use users that actions are to have: only %d of %d are free;"
                  .formatted(all.size(), count)
              + " pass others, --action-users FIRST-LAST, or a smaller --jobs");
    }
    Set<Long> running = ProcessSweeper.of(all);
    if (!running.isEmpty() && wanted != null) {
      throw new IOException(
          "processes of the users that actions are to have are running: "
              + running
              + "; all processes of these users end with an action: end them now, or pass users"
              + " that nobody has");
    }
    for (ActionUser user : running.isEmpty() ? List.<ActionUser>of() : all) {
      user.endProcesses();
    }
    free.addAll(all);
  }

  private void takeOne(ActionUser user) throws IOException {
    DirectoryOwner lock = DirectoryOwner.take(LOCKS.resolve(Integer.toString(user.id())));
    if (lock != null) {
      locks.add(lock);
      all.add(user);
    }
  }

  private static int number(String flag, String name) throws IOException {
    Process process = ActionProcess.start(new ProcessBuilder("id", flag, "--", name));
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    if (!said.matches("[1-9][0-9]{0,8}")) {
      throw new IOException("no user '" + name + "' other than root: pass another --action-users");
    }
    return Integer.parseInt(said);
  }

  /** Returns whether actions run as the bot's own user. */
  boolean areOwn() {
    return all.isEmpty();
  }

  /** Takes one for an action; waits until there is one. */
  ActionUser take() throws InterruptedException {
    return areOwn() ? ActionUser.OWN : free.take();
  }

  /** Gives one back, whose processes have ended. */
  void giveBack(ActionUser user) {
    if (!user.isOwn()) {
      free.add(user);
    }
  }

  /** Any of them, to try what they may. */
  ActionUser first() {
    return areOwn() ? ActionUser.OWN : all.get(0);
  }

  /**
   * Lets the users pass through directories of the bot, but not list them.
   *
   * @throws IOException they cannot: a directory above is closed
   */
  Path makeReachable(Path actions) throws IOException {
    if (areOwn()) {
      return actions;
    }
    opened(actions);
    opened(actions.getParent());
    for (Path above = actions; above != null; above = above.getParent()) {
      if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        throw new IOException(
            ("actions run as users of their own (%s), who cannot reach %s: %s is closed to them;"
                        + " let them through with 'chmod o+x %s', name another directory with"
                        + " 'rota bot --dir', or ")
                    .formatted(this, actions, above, above)
                + UNSHIELDED);
      }
    }
    return actions;
  }

  /** Lets others pass through a directory, but not list it. */
  public static Path opened(Path directory) throws IOException {
    return Files.setPosixFilePermissions(directory, PASSAGE);
  }

  /** Makes a directory and its missing parents, so that others may pass through. */
  public static Path made(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      if (directory.getParent() != null) {
        made(directory.getParent());
      }
      opened(Files.createDirectory(directory));
    }
    return directory;
  }

  /** Says for people who runs actions. */
  @Override
  public String toString() {
    return areOwn()
        ? "the bot's own"
        : all.size() == 1
            ? Integer.toString(all.get(0).id())
            : all.get(0).id() + " to " + all.get(all.size() - 1).id();
  }

  @Override
  public void close() throws IOException {
    for (DirectoryOwner lock : locks) {
      lock.close();
    }
  }
}
