package dev.rota.base.actions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Linux's control groups of this process's actions, version 2 or 1: each action has one of its own.
 * A group limits memory and processes, and it knows its processes wherever they go. Where this
 * process may not make groups, actions run without them.
 */
public final class ControlGroups implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);
  private static final Path MOUNT = Path.of("/sys/fs/cgroup");
  private static final Path OWN = Path.of("/proc/self/cgroup");
  private static final String PREFIX = "rota-bot-";

  /** Of the group to which this process moves, if it has to. */
  private static final String HOST_PREFIX = "rota-host-";

  private static final List<String> CONTROLLERS = List.of("memory", "pids");
  private static final String MEMBERS = "cgroup.procs";

  /** Neither groups nor limits. */
  public static final ControlGroups NONE = new ControlGroups(List.of(), GroupLimits.NONE, "none");

  /** In version 1 a directory for each controller, else one. */
  private final List<Path> directories;

  private final GroupLimits limits;
  private final String inForce;

  /**
   * What one action may use.
   *
   * @param memoryBytesMax of all its processes; 0: no limit
   * @param processesMax at once, threads included; 0: no limit
   */
  public record GroupLimits(long memoryBytesMax, long processesMax) {
    public static final GroupLimits NONE = new GroupLimits(0, 0);

    /** The kernel's files and what is written to them, of both versions. */
    private Map<String, Long> files() {
      Map<String, Long> files = new LinkedHashMap<>();
      if (memoryBytesMax > 0) {
        files.put("memory.max", memoryBytesMax);
        files.put("memory.limit_in_bytes", memoryBytesMax);
        files.put("memory.swap.max", 0L);
        files.put("memory.oom.group", 1L);
      }
      if (processesMax > 0) {
        files.put("pids.max", processesMax);
      }
      return files;
    }
  }

  private ControlGroups(List<Path> directories, GroupLimits limits, String inForce) {
    this.directories = directories;
    this.limits = limits;
    this.inForce = inForce;
  }

  /** Makes what groups there can be. Groups of bots that were killed end here. */
  public static ControlGroups open(GroupLimits limits) {
    try {
      return open(MOUNT, Files.readAllLines(OWN), limits);
    } catch (IOException _) {
      return without(limits, "this system has none");
    }
  }

  private static ControlGroups without(GroupLimits limits, String why) {
    return new ControlGroups(
        List.of(), GroupLimits.NONE, "none, " + why + (limits.files().isEmpty() ? "" : NO_LIMIT));
  }

  private static final String NO_LIMIT = "; the limits of memory and processes are NOT in force";

  /**
   * Makes groups below a mount.
   *
   * @param own lines that say in which groups this process is
   */
  static ControlGroups open(Path mount, List<String> own, GroupLimits limits) {
    String name = PREFIX + ProcessHandle.current().pid();
    List<Path> made = new ArrayList<>();
    try {
      for (Path parent : parents(mount, own)) {
        endLeftOvers(parent);
        made.add(created(parent.resolve(name)));
        if (Files.exists(parent.resolve("cgroup.controllers"))) {
          delegate(parent, made.get(0), limits);
        }
      }
      if (made.isEmpty()) {
        return without(limits, "none is mounted");
      }
      ControlGroups groups = new ControlGroups(made, limits, inForce(made, limits));
      // What cannot be used for the first action is not used for any.
      groups.create("first").close();
      return groups;
    } catch (IOException e) {
      made.forEach(directory -> new ControlGroup(List.of(directory)).close());
      return without(limits, "as none can be made: " + e);
    }
  }

  private static List<Path> parents(Path mount, List<String> own) {
    boolean isUnified = Files.exists(mount.resolve("cgroup.controllers"));
    List<Path> parents = new ArrayList<>();
    for (String line : own) {
      String[] fields = line.split(":", 3);
      Path top = isUnified ? mount : mount.resolve(fields[1]);
      boolean isUsed = isUnified ? fields[0].equals("0") : CONTROLLERS.contains(fields[1]);
      if (isUsed && Files.isDirectory(top)) {
        Path parent = top.resolve(fields[2].substring(1));
        // A container may see its own group as the top, under the name that others see.
        parents.add(Files.isDirectory(parent) ? parent : top);
      }
    }
    return parents;
  }

  private static Path created(Path directory) throws IOException {
    try {
      return Files.createDirectory(directory);
    } catch (FileAlreadyExistsException _) {
      return directory;
    }
  }

  /** The groups of bots that live no more. */
  private static void endLeftOvers(Path parent) throws IOException {
    try (DirectoryStream<Path> bots = Files.newDirectoryStream(parent, "rota-{bot,host}-[0-9]*")) {
      for (Path bot : bots) {
        String name = bot.getFileName().toString();
        long id = Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
        if (ProcessHandle.of(id).isEmpty()) {
          try (DirectoryStream<Path> actions = Files.newDirectoryStream(bot, Files::isDirectory)) {
            actions.forEach(action -> new ControlGroup(List.of(action)).close());
          }
          new ControlGroup(List.of(bot)).close();
        }
      }
    }
  }

  /**
   * Gives the groups of version 2 their controllers. A group that passes on controllers must have
   * no process itself, so this one moves, if it is alone there.
   */
  private static void delegate(Path parent, Path directory, GroupLimits limits) throws IOException {
    if (limits.files().isEmpty()) {
      return;
    }
    try {
      String self = Long.toString(ProcessHandle.current().pid());
      if (Files.readString(parent.resolve(MEMBERS)).strip().equals(self)) {
        Path moved = created(parent.resolve(HOST_PREFIX + self));
        write(moved.resolve(MEMBERS), self);
      }
      for (Path one : List.of(parent, directory)) {
        write(one.resolve("cgroup.subtree_control"), "+memory +pids");
      }
    } catch (IOException e) {
      LOG.debug("no controllers in {}", directory, e);
    }
  }

  private static void write(Path file, String value) throws IOException {
    Files.writeString(file, value, StandardOpenOption.WRITE);
  }

  private static String inForce(List<Path> directories, GroupLimits limits) throws IOException {
    List<String> words = new ArrayList<>();
    ControlGroup probe = new ControlGroup(new ArrayList<>());
    for (Path directory : directories) {
      probe.directories.add(created(directory.resolve("probe")));
    }
    if (probe.has("cgroup.kill")) {
      words.add("all processes end at once");
    }
    if (limits.memoryBytesMax() > 0) {
      boolean is = probe.has("memory.max") || probe.has("memory.limit_in_bytes");
      words.add(is ? limits.memoryBytesMax() + " bytes of memory" : "NO limit of memory");
    }
    if (limits.processesMax() > 0) {
      boolean is = probe.has("pids.max");
      words.add(is ? limits.processesMax() + " processes" : "NO limit of processes");
    }
    probe.close();
    return directories.get(0) + (words.isEmpty() ? "" : ": " + String.join(", ", words));
  }

  /** Says for people what groups there are, and which limits are in force. */
  @Override
  public String toString() {
    return inForce;
  }

  /** Makes the group of one action. */
  ControlGroup create(String name) throws IOException {
    ControlGroup group = new ControlGroup(new ArrayList<>());
    for (Path directory : directories) {
      Path made = created(directory.resolve(name));
      group.directories.add(made);
      for (Map.Entry<String, Long> limit : limits.files().entrySet()) {
        Path file = made.resolve(limit.getKey());
        if (Files.exists(file)) {
          write(file, limit.getValue().toString());
        }
      }
    }
    return group;
  }

  @Override
  public void close() {
    new ControlGroup(directories).close();
  }

  /**
   * The group of one action.
   *
   * @param directories none: there is no group
   */
  record ControlGroup(List<Path> directories) implements AutoCloseable {
    private static final int TRIES = 1_000;

    /**
     * Enters the groups, then executes what is named. The shell adds nothing to its words. What an
     * action makes does not depend on who started the bot, so its umask is always the same.
     */
    private static final String ENTER =
        "umask 022; while [ \"$1\" != -- ]; do echo 0 > \"$1/cgroup.procs\" || exit 126; shift; done;"
            + " shift; exec \"$@\"";

    private boolean has(String file) {
      return directories.stream().anyMatch(directory -> Files.exists(directory.resolve(file)));
    }

    /** Returns the words that start a command inside the group, if there is one. */
    List<String> entering(List<String> command) {
      List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", ENTER, "sh"));
      directories.forEach(directory -> words.add(directory.toString()));
      words.add("--");
      words.addAll(command);
      return words;
    }

    /** Returns its processes. */
    List<Long> members() throws IOException {
      List<Long> members = new ArrayList<>();
      for (Path directory : directories) {
        for (String line : Files.readAllLines(directory.resolve(MEMBERS))) {
          members.add(Long.valueOf(line));
        }
      }
      return members;
    }

    /** Ends all its processes, where the kernel does that. */
    void end() throws IOException {
      for (Path directory : directories) {
        Path file = directory.resolve("cgroup.kill");
        if (Files.exists(file)) {
          write(file, "1");
        }
      }
    }

    /** Returns whether the kernel has ended a process for the memory that the group used. */
    boolean isOutOfMemory() throws IOException {
      for (Path directory : directories) {
        for (String name : List.of("memory.events", "memory.oom_control")) {
          Path file = directory.resolve(name);
          if (Files.exists(file)
              && Files.readString(file, StandardCharsets.US_ASCII)
                  .lines()
                  .anyMatch(line -> line.matches("oom_kill [1-9][0-9]*"))) {
            return true;
          }
        }
      }
      return false;
    }

    /** Ends what is in it. The kernel keeps a group until it has forgotten its last process. */
    @Override
    public void close() {
      for (Path directory : directories) {
        IOException fault = null;
        for (int i = 0; i < TRIES && Files.exists(directory); i++) {
          try {
            end();
            for (long member : new ControlGroup(List.of(directory)).members()) {
              ProcessHandle.of(member).ifPresent(ProcessHandle::destroyForcibly);
            }
            Files.delete(directory);
          } catch (IOException e) {
            fault = e;
            Thread.onSpinWait();
          }
        }
        if (Files.exists(directory)) {
          LOG.warn("the control group {} stays: {}", directory, String.valueOf(fault));
        }
      }
    }
  }
}
