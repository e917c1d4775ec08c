package dev.rota.base.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.actions.ControlGroups.ControlGroup;
import dev.rota.base.actions.ControlGroups.GroupLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to a control group's files, and read of them, whatever this machine allows. */
class GroupFilesTest {
  @TempDir private Path dir;
  private Path job;

  @BeforeEach
  void make() throws IOException {
    job = Files.createDirectories(dir.resolve("job"));
  }

  private boolean isOutOfMemory(String file, String text) throws IOException {
    Files.writeString(job.resolve(file), text);
    try {
      return new ControlGroup(List.of(dir, job)).isOutOfMemory();
    } finally {
      Files.delete(job.resolve(file));
    }
  }

  @Test
  void whatTheKernelSaysOfMemoryIsTold() throws IOException {
    for (int killed : new int[] {1, 9, 10, 123}) {
      assertThat(isOutOfMemory("memory.events", "low 0\noom 2\noom_kill " + killed + "\n"))
          .as("%d", killed)
          .isTrue();
      assertThat(isOutOfMemory("memory.oom_control", "under_oom 0\noom_kill " + killed)).isTrue();
    }
    assertThat(isOutOfMemory("memory.events", "oom 2\noom_kill 0\noom_group_kill 1\n")).isFalse();
    assertThat(isOutOfMemory("memory.oom_control", "oom_kill_disable 1\noom_kill 0\n")).isFalse();
    assertThat(new ControlGroup(List.of(job)).isOutOfMemory()).isFalse();
  }

  @Test
  void whatCannotEnterItsGroupDoesNotRun() throws Exception {
    Path ran = dir.resolve("ran");
    List<String> touch = List.of("touch", ran.toString());
    Path gone = dir.resolve("gone");
    assertThat(exit(new ControlGroup(List.of(job, gone)).entering(touch))).isEqualTo(126);
    assertThat(ran).doesNotExist();
    assertThat(exit(new ControlGroup(List.of(job, dir)).entering(touch))).isZero();
    assertThat(ran).exists();
    assertThat(job.resolve("cgroup.procs")).hasContent("0");
    assertThat(exit(new ControlGroup(List.of()).entering(touch))).isZero();
  }

  private static int exit(List<String> words) throws Exception {
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** A directory that looks like a mount of version 2, with the files of a group. */
  private List<String> written(GroupLimits limits) throws IOException {
    Files.writeString(dir.resolve("cgroup.controllers"), "memory pids");
    Path group = dir.resolve("rota-bot-" + ProcessHandle.current().pid()).resolve("7");
    Files.createDirectories(group);
    List<String> names =
        List.of("memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cgroup.procs");
    for (String name : names) {
      Files.deleteIfExists(group.resolve(name));
      Files.createFile(group.resolve(name));
    }
    ControlGroup made = ControlGroups.open(dir, List.of("0::/"), limits).create("7");
    assertThat(made.directories()).containsExactly(group);
    List<String> written = new ArrayList<>();
    for (String name : names.subList(0, 4)) {
      written.add(Files.readString(group.resolve(name)));
    }
    return written;
  }

  @Test
  void aGroupHasTheLimitsOfItsBot() throws IOException {
    assertThat(written(new GroupLimits(64 << 20, 100)))
        .as("memory, of which nothing goes to the disk, all processes of it as one, and how many")
        .containsExactly("67108864", "0", "1", "100");
    assertThat(written(new GroupLimits(0, 100))).containsExactly("", "", "", "100");
    assertThat(written(new GroupLimits(4096, 0))).containsExactly("4096", "0", "1", "");
    assertThat(written(GroupLimits.NONE)).containsExactly("", "", "", "");
  }
}
