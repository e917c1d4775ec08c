package dev.rota.base.actions;

import io.grpc.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends all processes of an action: those of its control group, of its session and its process
 * group, all that descend from one of these, all that work in its folder, and all of its user, if
 * that is not the bot's own. A process that left the session and whose parent has ended is found by
 * its user, its group or its folder. Without Linux's list of processes there is the process group
 * alone.
 */
final class ProcessSweeper {
  private static final Path PROCESSES = Path.of("/proc");
  private static final int ROUNDS_MAX = 1_000;
  static final Duration END_MAX = Duration.ofMinutes(1);
  private static final Duration TIME_TO_END = Duration.ofMillis(100);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

  /** POSIX's form. Some shells read "--" after "-STOP" as a process, and signal nobody. */
  private static final String END = "kill -s STOP -- \"$@\"; kill -s KILL -- \"$@\"";

  private final long leader;
  private final ActionSlot slot;

  /** While a process is in the group, its number is nobody else's. */
  private boolean hasGroup;

  /**
   * Whether a process that has ended, or ended while the list was read, may have been of the group.
   * It may have a successor that is not in the list.
   */
  private boolean mayHaveGroup;

  /** One line of the list. */
  private record ListedProcess(boolean hasEnded, long parent, long group, long session) {}

  /**
   * Makes a sweeper.
   *
   * @param leader the first process of the session; 0: there is none any more
   * @param slot its folder without symbolic links; it need not be there any more
   */
  ProcessSweeper(long leader, ActionSlot slot) {
    this.leader = leader;
    this.slot = slot;
  }

  /** Returns the processes of some users. */
  static Set<Long> of(List<ActionUser> users) throws IOException {
    Set<Long> found = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path entry : entries) {
        if (users.stream().anyMatch(user -> isOf(user, entry))) {
          found.add(Long.parseLong(entry.getFileName().toString()));
        }
      }
    }
    return found;
  }

  /** Returns once there are none. One that starts another is ended before or with it. */
  void end() throws IOException {
    slot.group().end();
    slot.user().endProcesses();
    if (!Files.isDirectory(PROCESSES.resolve("self"))) {
      if (leader > 0) {
        hasGroup = true;
        end(Set.of());
      }
      return;
    }
    Set<Long> found = find();
    hasGroup |= mayHaveGroup;
    for (int round = 0; hasGroup || !found.isEmpty(); round++) {
      if (round == ROUNDS_MAX) {
        throw Status.INTERNAL
            .withDescription("processes of the action do not end: " + found)
            .asRuntimeException();
      }
      end(found);
      found.stream().findFirst().flatMap(ProcessHandle::of).ifPresent(ProcessSweeper::await);
      found = find();
    }
  }

  /**
   * Stops them all before it ends them: a shell that outlives its child goes on with its next
   * command. The process group stops at once, however fast its processes make new ones.
   */
  private void end(Set<Long> found) throws IOException {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", END, "sh"));
    if (hasGroup) {
      words.add("-" + leader);
    }
    hasGroup = false;
    found.forEach(id -> words.add(id.toString()));
    ActionProcess.did(END_MAX, words);
  }

  /** Gives one of them time to end. Who interrupts wants the action to end, as happens here. */
  private static void await(ProcessHandle process) {
    boolean interrupted = Thread.interrupted();
    long end = System.nanoTime() + TIME_TO_END.toNanos();
    while (process.isAlive() && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Set<Long> find() throws IOException {
    Set<Long> found = new HashSet<>();
    Map<Long, ListedProcess> all = new HashMap<>();
    boolean hasVanished = false;
    mayHaveGroup = false;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path entry : entries) {
        long id = Long.parseLong(entry.getFileName().toString());
        ListedProcess process = read(entry);
        if (process == null) {
          hasVanished = true;
        } else if (process.hasEnded()) {
          mayHaveGroup |= isOfGroup(process);
        } else {
          all.put(id, process);
          hasGroup |= isOfGroup(process);
          if (isOfLeader(process) || worksIn(entry) || isOf(slot.user(), entry)) {
            found.add(id);
          }
        }
      }
    }
    // A process with the leader's number could be another one, with a group of its own.
    mayHaveGroup |= hasVanished && leader > 0 && !all.containsKey(leader);
    for (long member : slot.group().members()) {
      if (all.containsKey(member)) {
        found.add(member);
      }
    }
    boolean grown = !found.isEmpty();
    while (grown) {
      grown = false;
      for (Map.Entry<Long, ListedProcess> one : all.entrySet()) {
        grown |= found.contains(one.getValue().parent()) && found.add(one.getKey());
      }
    }
    return found;
  }

  private boolean isOfGroup(ListedProcess process) {
    return leader > 0 && process.group() == leader;
  }

  private boolean isOfLeader(ListedProcess process) {
    return isOfGroup(process) || (leader > 0 && process.session() == leader);
  }

  private boolean worksIn(Path entry) {
    try {
      return Files.readSymbolicLink(entry.resolve("cwd")).startsWith(slot.folder());
    } catch (IOException endedOrOfAnotherUser) {
      return false;
    }
  }

  /** The owner of its entry says less: a process can have that changed. */
  private static boolean isOf(ActionUser user, Path entry) {
    try {
      if (user.isOwn()) {
        return false;
      }
      String status =
          new String(Files.readAllBytes(entry.resolve("status")), StandardCharsets.ISO_8859_1);
      return status.contains("\nUid:\t" + user.id() + "\t") && !status.contains("\nState:\tZ");
    } catch (IOException ended) {
      return false;
    }
  }

  /** Returns null for a process that is not in the list any more. */
  private static ListedProcess read(Path entry) {
    try {
      String line =
          new String(Files.readAllBytes(entry.resolve("stat")), StandardCharsets.ISO_8859_1);
      // After the program's name, which may have anything in it: state, parent, group, session.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", 5);
      return new ListedProcess(
          fields[0].equals("Z") || fields[0].equals("X"),
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]));
    } catch (IOException ended) {
      return null;
    }
  }
}
