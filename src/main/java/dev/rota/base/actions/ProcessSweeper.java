package dev.rota.base.actions;

import dev.rota.base.actions.ControlGroups.ControlGroup;
import io.grpc.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ends all processes of an action: those of its control group, of its session and its process
 * group, all that descend from one of these, and all that work in its folder. The last are those
 * that left the session and whose parents have ended, where there is no control group. Without
 * Linux's list of processes there is the process group alone.
 */
final class ProcessSweeper {
  private static final Path PROCESSES = Path.of("/proc");
  private static final int ROUNDS_MAX = 1_000;

  private final long leader;
  private final Path folder;
  private final ControlGroup group;

  /** While a process is in the group, its number is nobody else's. */
  private boolean hasGroup;

  /** One line of the list. */
  private record RunningProcess(long parent, long group, long session) {}

  /**
   * Makes a sweeper.
   *
   * @param leader the first process of the session; 0: there is none any more
   */
  ProcessSweeper(long leader, Path folder, ControlGroup group) {
    this.leader = leader;
    this.folder = folder;
    this.group = group;
  }

  /** Returns once there are none. One that starts another is ended before or with it. */
  void end() throws IOException {
    group.end();
    if (!Files.isDirectory(PROCESSES.resolve("self"))) {
      hasGroup = leader > 0;
      endGroup();
      return;
    }
    Set<Long> found = find();
    for (int round = 0; !found.isEmpty(); round++) {
      if (round == ROUNDS_MAX) {
        throw Status.INTERNAL
            .withDescription("processes of the action do not end: " + found)
            .asRuntimeException();
      }
      endGroup();
      for (long id : found) {
        ProcessHandle.of(id).ifPresent(ProcessHandle::destroyForcibly);
      }
      ProcessHandle.of(found.iterator().next()).ifPresent(ProcessSweeper::await);
      found = find();
    }
  }

  /**
   * A group ends all at once, however fast its processes make new ones. It stands still before: a
   * shell that outlived its child would write that this was killed.
   */
  private void endGroup() throws IOException {
    if (!hasGroup) {
      return;
    }
    hasGroup = false;
    ActionProcess.start(
            new ProcessBuilder(
                    "/bin/sh",
                    "-c",
                    "kill -STOP -- \"-$0\"; kill -KILL -- \"-$0\"",
                    Long.toString(leader))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD))
        .onExit()
        .join();
  }

  /** Gives one of them time to end. */
  private static void await(ProcessHandle process) {
    try {
      process.onExit().get(100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException stillThere) {
      // The next round finds it.
    } catch (InterruptedException e) {
      // Who interrupts wants the action to end, which is what happens here.
      Thread.currentThread().interrupt();
    }
  }

  private Set<Long> find() throws IOException {
    Set<Long> found = new HashSet<>();
    Map<Long, RunningProcess> all = new HashMap<>();
    Path real = folder.toRealPath();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path entry : entries) {
        long id = Long.parseLong(entry.getFileName().toString());
        RunningProcess process = read(entry);
        if (process != null) {
          all.put(id, process);
          hasGroup |= leader > 0 && process.group() == leader;
          if (isOfLeader(process) || worksIn(entry, real)) {
            found.add(id);
          }
        }
      }
    }
    for (long member : group.members()) {
      if (all.containsKey(member)) {
        found.add(member);
      }
    }
    boolean grown = !found.isEmpty();
    while (grown) {
      grown = false;
      for (Map.Entry<Long, RunningProcess> one : all.entrySet()) {
        grown |= found.contains(one.getValue().parent()) && found.add(one.getKey());
      }
    }
    return found;
  }

  private boolean isOfLeader(RunningProcess process) {
    return leader > 0 && (process.group() == leader || process.session() == leader);
  }

  private static boolean worksIn(Path entry, Path folder) {
    try {
      return Files.readSymbolicLink(entry.resolve("cwd")).startsWith(folder);
    } catch (IOException endedOrOfAnotherUser) {
      return false;
    }
  }

  /** Returns null for a process that has ended, even if nobody has asked for its exit code. */
  private static RunningProcess read(Path entry) {
    try {
      String line =
          new String(Files.readAllBytes(entry.resolve("stat")), StandardCharsets.ISO_8859_1);
      // After the program's name, which may have anything in it: state, parent, group, session.
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", 5);
      return fields[0].equals("Z") || fields[0].equals("X")
          ? null
          : new RunningProcess(
              Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3]));
    } catch (IOException ended) {
      return null;
    }
  }
}
