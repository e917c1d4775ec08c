package dev.rota.base.actions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.OutputDirectory;
import dev.rota.protocols.reapi.OutputFile;
import dev.rota.protocols.reapi.OutputSymlink;
import dev.rota.protocols.reapi.Tree;
import dev.rota.protocols.rpc.PreconditionFailure;
import dev.rota.testing.HangingCalls;
import dev.rota.testing.StoragePort;
import io.grpc.Status;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real commands in real folders, with the lab's storage on a port. */
final class ActionRunnerTest {
  private static final ActionLimits LIMITS =
      new ActionLimits(
          5_000,
          1 << 20,
          1 << 16,
          200,
          1 << 20,
          1_000,
          Duration.ofMinutes(10),
          Duration.ofMinutes(10));

  @TempDir private Path dir;
  private StoragePort port;
  private BlobFolder cache;
  private ActionRunner runner;

  @BeforeEach
  void open() throws IOException {
    port = StoragePort.open(dir.resolve("storage"), 1L << 30);
    cache = BlobFolder.open(dir.resolve("cache"), 1L << 30);
    runner = runner(LIMITS);
  }

  private ActionRunner runner(ActionLimits limits) throws IOException {
    return ActionRunner.open(
        "bot-1",
        dir.resolve("work"),
        ActionIsolation.of(ControlGroups.NONE),
        cache,
        port.client(),
        limits);
  }

  @AfterEach
  void close() throws IOException {
    assertThat(dir.resolve("work/actions")).as("folders of actions that ended").isEmptyDirectory();
    runner.close();
    cache.close();
    port.close();
  }

  private Digest put(byte[] content) throws IOException {
    return port.put(content).message();
  }

  private Digest put(String content) throws IOException {
    return put(content.getBytes(UTF_8));
  }

  private Digest put(Directory.Builder directory) throws IOException {
    return port.put(directory.build()).message();
  }

  private static Directory.Builder inputs() {
    return Directory.newBuilder();
  }

  private Directory.Builder with(Directory.Builder directory, String name, String content)
      throws IOException {
    directory.addFilesBuilder().setName(name).setDigest(put(content));
    return directory;
  }

  private static Command.Builder command(String... words) {
    return Command.newBuilder().addAllArguments(List.of(words));
  }

  private static Command.Builder shell(String script, String... outputs) {
    return command("/bin/sh", "-c", script).addAllOutputPaths(List.of(outputs));
  }

  private Digest action(
      Command.Builder command, Directory.Builder inputs, Consumer<Action.Builder> more)
      throws IOException {
    Action.Builder action = Action.newBuilder();
    action.setCommandDigest(port.put(command.build()).message());
    action.setInputRootDigest(put(inputs));
    more.accept(action);
    return port.put(action.build()).message();
  }

  private ActionOutcome run(Command.Builder command, Directory.Builder inputs) throws IOException {
    return runner.run(action(command, inputs, _ -> {}));
  }

  private ActionResult ran(Command.Builder command, Directory.Builder inputs) throws IOException {
    ActionOutcome outcome = run(command, inputs);
    assertThat(outcome.status().getMessage()).isEmpty();
    assertThat(outcome.status().getCode()).isZero();
    return outcome.result();
  }

  private String text(Digest digest) throws IOException {
    return new String(bytes(digest), UTF_8);
  }

  private byte[] bytes(Digest digest) throws IOException {
    return port.client().read(BlobDigest.of(digest), 1 << 20);
  }

  private String said(ActionResult result) throws IOException {
    return text(result.getStdoutDigest()) + text(result.getStderrDigest());
  }

  private static void refused(ActionOutcome outcome, Status.Code code, String... words) {
    assertThat(Status.fromCodeValue(outcome.status().getCode()).getCode()).isEqualTo(code);
    assertThat(outcome.status().getMessage()).contains(words);
  }

  @Test
  void anActionReadsItsInputsAndItsOutputsAreStored() throws IOException {
    Directory.Builder below = with(inputs(), "b.txt", "world");
    below.addSymlinksBuilder().setName("up").setTarget("../a.txt");
    Directory.Builder root = with(inputs(), "a.txt", "hello ");
    root.addDirectoriesBuilder().setName("sub").setDigest(put(below));
    root.addDirectoriesBuilder().setName("empty").setDigest(put(inputs()));
    root.addFilesBuilder()
        .setName("tool")
        .setIsExecutable(true)
        .setDigest(put("#!/bin/sh\ncat \"$@\""));

    ActionOutcome outcome =
        run(
            shell(
                "./tool sub/up sub/b.txt > out/deep/file; ls -d empty; [ -x a.txt ] || echo plain;"
                    + " cp tool out/tool; echo bad >&2; exit 3",
                "out/deep/file",
                "out/tool",
                "absent"),
            root);

    ActionResult result = outcome.result();
    assertThat(outcome.status().getCode()).isZero();
    assertThat(result.getExitCode()).isEqualTo(3);
    assertThat(text(result.getStdoutDigest())).isEqualTo("empty\nplain\n");
    assertThat(text(result.getStderrDigest())).isEqualTo("bad\n");
    assertThat(result.getOutputFilesList())
        .extracting(OutputFile::getPath, OutputFile::getIsExecutable)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("out/deep/file", false),
            org.assertj.core.groups.Tuple.tuple("out/tool", true));
    assertThat(text(result.getOutputFiles(0).getDigest())).isEqualTo("hello world");
    var times = result.getExecutionMetadata();
    assertThat(times.getWorker()).isEqualTo("bot-1");
    assertThat(times.getWorkerCompletedTimestamp().getSeconds())
        .isGreaterThanOrEqualTo(times.getExecutionStartTimestamp().getSeconds());
    assertThat(times.hasInputFetchCompletedTimestamp()).isTrue();
    assertThat(times.hasOutputUploadCompletedTimestamp()).isTrue();
  }

  @Test
  void theEnvironmentIsThatOfTheCommandAndNothingElse() throws IOException {
    Command.Builder command = command("env");
    command.addEnvironmentVariablesBuilder().setName("PATH").setValue("/nowhere:/usr/bin:/bin");
    command.addEnvironmentVariablesBuilder().setName("EMPTY");
    command.addEnvironmentVariablesBuilder().setName("LINES").setValue("a\nb");
    assertThat(said(ran(command, inputs())).lines().sorted())
        .containsExactly("EMPTY=", "LINES=a", "PATH=/nowhere:/usr/bin:/bin", "b");

    assertThat(said(ran(command("env"), inputs()))).isEmpty();
    command.addEnvironmentVariablesBuilder().setName("A=B");
    refused(run(command, inputs()), Status.Code.INVALID_ARGUMENT, "environment");
  }

  @Test
  void theWorkingDirectoryIsAnInputAndOutputsAreRelativeToIt() throws IOException {
    Directory.Builder root = inputs();
    root.addDirectoriesBuilder().setName("sub").setDigest(put(inputs()));
    ActionResult result =
        ran(
            shell("pwd | sed 's|.*/root||'; echo 1 > ../other/x; echo 2 > y", "../other/x", "y")
                .setWorkingDirectory("sub"),
            root);
    assertThat(said(result)).isEqualTo("/sub\n");
    assertThat(result.getOutputFilesList())
        .extracting(OutputFile::getPath)
        .containsExactly("../other/x", "y");

    for (String wrong : List.of("absent", "../..", "/tmp", "sub/../..")) {
      refused(
          run(shell("true").setWorkingDirectory(wrong), root),
          Status.Code.INVALID_ARGUMENT,
          "the working directory '" + wrong + "'");
    }
  }

  @Test
  void aDirectoryIsStoredAsATree() throws IOException {
    Command.Builder command =
        shell("mkdir -p d/b/c d/empty; echo 1 > d/z; echo 2 > d/b/c/f; ln -s ../z d/b/l", "d");
    ActionResult result = ran(command, inputs());
    OutputDirectory output = result.getOutputDirectories(0);
    assertThat(output.getPath()).isEqualTo("d");
    assertThat(output.hasRootDirectoryDigest()).isFalse();
    Tree tree = Tree.parseFrom(bytes(output.getTreeDigest()));
    assertThat(tree.getRoot().getFiles(0).getName()).isEqualTo("z");
    assertThat(tree.getRoot().getDirectoriesList())
        .extracting(one -> one.getName())
        .containsExactly("b", "empty");
    assertThat(tree.getChildrenList())
        .extracting(one -> BlobDigest.of(one.toByteArray()).message())
        .contains(tree.getRoot().getDirectories(0).getDigest());

    command.setOutputDirectoryFormat(Command.OutputDirectoryFormat.TREE_AND_DIRECTORY);
    OutputDirectory both = ran(command, inputs()).getOutputDirectories(0);
    assertThat(both.getTreeDigest()).isEqualTo(output.getTreeDigest());
    Directory root = Directory.parseFrom(bytes(both.getRootDirectoryDigest()));
    assertThat(root).isEqualTo(tree.getRoot());
    assertThat(Directory.parseFrom(bytes(root.getDirectories(0).getDigest())).getSymlinks(0))
        .satisfies(link -> assertThat(link.getTarget()).isEqualTo("../z"));
  }

  @Test
  void linksAreStoredAsLinksAndOldClientsAreToldWhereTheyAskedForOne() throws IOException {
    String script = "mkdir d; ln -s d ld; ln -s nowhere lf";
    ActionResult result = ran(shell(script, "ld", "lf", "d"), inputs());
    assertThat(result.getOutputSymlinksList())
        .extracting(OutputSymlink::getPath, OutputSymlink::getTarget)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("ld", "d"),
            org.assertj.core.groups.Tuple.tuple("lf", "nowhere"));
    assertThat(result.getOutputFileSymlinksCount()).isZero();

    Command.Builder old = shell(script).addOutputFiles("lf").addOutputDirectories("ld");
    ActionResult told = ran(old.addOutputDirectories("d"), inputs());
    assertThat(told.getOutputFileSymlinks(0).getPath()).isEqualTo("lf");
    assertThat(told.getOutputDirectorySymlinks(0).getPath()).isEqualTo("ld");
    assertThat(told.getOutputDirectories(0).getPath()).isEqualTo("d");
  }

  @Test
  void aTimeoutEndsAllProcessesAndKeepsWhatWasSaid() throws IOException {
    Digest action =
        action(
            shell("echo begun; sleep 100000 & (setsid sleep 100000 &) ; exec sleep 100000"),
            inputs(),
            one -> one.setTimeout(com.google.protobuf.Duration.newBuilder().setSeconds(1)));
    ActionOutcome outcome = runner.run(action);

    refused(outcome, Status.Code.DEADLINE_EXCEEDED, "after 1000 ms");
    assertThat(said(outcome.result())).isEqualTo("begun\n");
    assertThat(outcome.result().getExitCode()).isEqualTo(137);
    assertThat(working()).isEmpty();
  }

  /** The processes that work in the folders of actions. */
  private List<Path> working() throws IOException {
    List<Path> working = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      for (Path process :
          all.filter(one -> one.getFileName().toString().matches("\\d+")).toList()) {
        try {
          Path cwd = Files.readSymbolicLink(process.resolve("cwd"));
          if (cwd.toString().startsWith(dir.toRealPath().toString())) {
            working.add(process);
          }
        } catch (IOException ended) {
          // It has none.
        }
      }
    }
    return working;
  }

  @Test
  void whatACommandLeavesRunningEndsWithIt() throws IOException {
    ActionResult result =
        ran(
            shell(
                "(setsid sleep 100000 &) ; sleep 100000 & (while :; do sleep 1000; done) & echo ok"),
            inputs());
    assertThat(said(result)).isEqualTo("ok\n");
    assertThat(working()).isEmpty();
  }

  /** A shell whose child dies before it does writes so, and goes on with its next command. */
  @Test
  void noShellOutlivesItsChild() throws IOException {
    for (int i = 0; i < 5; i++) {
      ActionResult result =
          ran(
              shell(
                  "wait='sh -c \"echo >> begun; exec sleep 100000\"; echo goes on'; touch begun;"
                      + " for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do"
                      + " sh -c \"$wait\" & setsid sh -c \"$wait\" & done;"
                      + " while [ $(wc -l < begun) -lt 44 ]; do :; done; echo ok"),
              inputs());
      assertThat(said(result)).isEqualTo("ok\n");
      assertThat(working()).isEmpty();
    }
  }

  /** None of the chain lives as long as it takes to read the list of processes. */
  @Test
  void aProcessThatHandsOverToANewOneAgainAndAgainEndsToo() throws IOException {
    Directory.Builder root = with(inputs(), "flee", ": > fled; sh ./flee & exit");
    Command.Builder command = shell("sh ./flee & until [ -e fled ]; do :; done; echo ok");
    assertThat(said(ran(command, root))).isEqualTo("ok\n");
    assertThat(working()).isEmpty();
  }

  /** A service that left its folder and its session is no process of the action any more. */
  @Test
  void aServiceThatIsLeftRunningDoesNotKeepTheResult() throws Exception {
    Command.Builder command =
        shell(
            "(setsid sh -c 'cd /; echo $$ > \"$0\"; exec sleep 100000' \"$PWD/id\" 2> /dev/null &);"
                + " until [ -s id ]; do :; done; echo ok",
            "id");
    ActionResult result = ran(command, inputs());
    ProcessHandle service =
        ProcessHandle.of(Long.parseLong(text(result.getOutputFiles(0).getDigest()).strip()))
            .orElseThrow();
    try {
      assertThat(said(result)).isEqualTo("ok\n");
      assertThat(service.isAlive()).isTrue();
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void whatACommandThatDeletesItsFolderLeavesRunningEndsToo() throws IOException {
    ActionResult result =
        ran(
            shell(
                "sleep 100000 & (setsid sleep 100000 &); echo so; rm -rf \"${PWD%/root}\"", "out"),
            inputs());
    assertThat(said(result)).isEqualTo("so\n");
    assertThat(result.getOutputFilesList()).isEmpty();
    assertThat(working()).isEmpty();
  }

  @Test
  void anInterruptEndsTheCommand() throws Exception {
    Digest action = action(shell("echo $$ > begun; sleep 100000", "begun"), inputs(), _ -> {});
    var outcome = new java.util.concurrent.CompletableFuture<ActionOutcome>();
    Thread thread =
        new Thread(
            () -> {
              ActionOutcome cancelled = runner.run(action);
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              outcome.complete(cancelled);
            });
    thread.start();
    Path begun = dir.resolve("work/actions/1/root/begun");
    while (!Files.exists(begun)) {
      Thread.onSpinWait();
    }
    thread.interrupt();

    refused(outcome.get(), Status.Code.CANCELLED, "ended");
    assertThat(working()).isEmpty();
  }

  @Test
  void whatAnEarlierProcessLeftEndsWhenTheRunnerStarts() throws Exception {
    runner.close();
    Path left = Files.createDirectories(dir.resolve("work/actions/7/root"));
    Process process =
        new ProcessBuilder("setsid", "sleep", "100000").directory(left.toFile()).start();
    while (working().isEmpty()) {
      Thread.onSpinWait();
    }
    runner = runner(LIMITS);
    assertThat(process.waitFor()).isEqualTo(137);
    assertThatThrownBy(() -> runner(LIMITS)).hasMessageContaining("another process runs actions");
  }

  /** Whatever has the names of the streams, the command's words are what was written to it. */
  @Test
  void whatIsPutInThePlaceOfStdoutAndStderrIsNotRead() throws IOException {
    for (String stream : List.of("../stdout", "../stderr")) {
      for (String thing : List.of("mkfifo %s", "ln -s /dev/zero %s", "echo other > %s")) {
        String script = "echo out; echo err >&2; rm -f %s; " + thing;
        assertThat(said(ran(shell(script.formatted(stream, stream)), inputs())))
            .as(thing + stream)
            .isEqualTo("out\nerr\n");
      }
    }
  }

  @Test
  void allOfALongStreamIsKept() throws IOException {
    runner.close();
    runner = runner(ActionLimits.DEFAULT);
    ActionResult result = ran(shell("head -c 20000000 /dev/zero; echo err >&2"), inputs());
    assertThat(BlobDigest.of(result.getStdoutDigest()))
        .isEqualTo(BlobDigest.of(new byte[20_000_000]));
    assertThat(text(result.getStderrDigest())).isEqualTo("err\n");
  }

  @Test
  void aStreamBeyondItsLimitEndsTheActionAndIsNoResult() throws IOException {
    for (String script :
        List.of("echo begun >&2; yes", "yes >&2", "yes | head -c 500000; exit 0")) {
      ActionOutcome outcome = run(shell(script), inputs());
      refused(outcome, Status.Code.RESOURCE_EXHAUSTED, "has more than 1000 bytes", "output file");
      assertThat(said(outcome.result())).contains("y\ny\n").hasSizeBetween(1_000, 1_006);
    }
    assertThat(said(ran(shell("yes | head -c 1000"), inputs()))).hasSize(1_000);
    assertThat(working()).isEmpty();
  }

  /** Its bytes would fill the memory or the disk, and it never ends. */
  @Test
  void aServiceThatWritesOnAndOnGetsABrokenPipe() throws Exception {
    Command.Builder command =
        shell(
            "(setsid sh -c 'cd /; echo $$ > \"$0\"; until [ -e \"$0.go\" ]; do :; done; exec yes'"
                + " \"$PWD/id\" 2> /dev/null &); until [ -s id ]; do :; done; cat id >&2;"
                + " : > id.go; sleep 100000");
    ActionOutcome outcome = run(command, inputs());
    refused(outcome, Status.Code.RESOURCE_EXHAUSTED, "stdout has more than 1000 bytes");
    ProcessHandle.of(Long.parseLong(text(outcome.result().getStderrDigest()).strip()))
        .ifPresent(service -> await().until(() -> !service.isAlive()));
  }

  @Test
  void missingInputsAreNamed() throws IOException {
    Digest absent = BlobDigest.of(new byte[] {1}).message();
    Directory.Builder root = with(inputs(), "a", "a");
    root.addFilesBuilder().setName("b").setDigest(absent);
    ActionOutcome outcome = run(shell("true"), root);

    refused(outcome, Status.Code.FAILED_PRECONDITION, "is not in the storage");
    var failure = outcome.status().getDetails(0).unpack(PreconditionFailure.class);
    assertThat(failure.getViolationsList())
        .extracting(one -> one.getType() + " " + one.getSubject())
        .containsExactly("MISSING blobs/" + BlobDigest.of(absent));

    refused(runner.run(absent), Status.Code.FAILED_PRECONDITION, "is not in the storage");
    Digest lost = action(shell("true"), inputs(), action -> action.setInputRootDigest(absent));
    refused(runner.run(lost), Status.Code.FAILED_PRECONDITION, "is not in the storage");
    Digest dumb = action(shell("true"), inputs(), action -> action.setCommandDigest(absent));
    refused(runner.run(dumb), Status.Code.FAILED_PRECONDITION, "is not in the storage");
  }

  @Test
  void whatIsNoDigestActionCommandOrDirectoryIsRefused() throws IOException {
    refused(
        runner.run(Digest.newBuilder().setHash("../../x").build()),
        Status.Code.INVALID_ARGUMENT,
        "malformed digest");
    refused(runner.run(Digest.getDefaultInstance()), Status.Code.INVALID_ARGUMENT, "malformed");
    Digest junk = put(new byte[] {1, 2, 3});
    refused(runner.run(junk), Status.Code.INVALID_ARGUMENT, "is no action");
    refused(
        runner.run(action(shell("true"), inputs(), action -> action.setCommandDigest(junk))),
        Status.Code.INVALID_ARGUMENT,
        "is no command");
    refused(
        runner.run(action(shell("true"), inputs(), action -> action.setInputRootDigest(junk))),
        Status.Code.INVALID_ARGUMENT,
        "is no directory");
    Directory.Builder root = inputs();
    root.addFilesBuilder().setName("a").setDigest(Digest.newBuilder().setHash("A"));
    refused(run(shell("true"), root), Status.Code.INVALID_ARGUMENT, "malformed digest");
  }

  @Test
  void namesThatAreNoNamesAreRefused() throws IOException {
    for (String name :
        List.of("", ".", "..", "a/b", "/etc/passwd", "../x", "a\0b", "x".repeat(256))) {
      refused(
          run(shell("true"), with(inputs(), name, "x")), Status.Code.INVALID_ARGUMENT, "the input");
      Directory.Builder directory = inputs();
      directory.addDirectoriesBuilder().setName(name).setDigest(put(inputs()));
      refused(run(shell("true"), directory), Status.Code.INVALID_ARGUMENT, "the input");
      Directory.Builder link = inputs();
      link.addSymlinksBuilder().setName(name).setTarget("x");
      refused(run(shell("true"), link), Status.Code.INVALID_ARGUMENT, "the input");
    }
    assertThat(dir.resolve("x")).doesNotExist();
    assertThat(dir.resolve("work/x")).doesNotExist();
  }

  /** Links as the kernel follows them: a name before ".." may be a link to somewhere else. */
  private static final List<List<String>> LINKS =
      List.of(
          // The last one decides. It lies in the directory d/e; the others begin at the root.
          List.of("inside", "../../f"),
          List.of("inside", "nowhere"),
          List.of("inside", "../x/../y"),
          List.of("inside", "./.././../d/e/."),
          List.of("inside", "link"),
          List.of("inside", "l/../../f", "d/e/l=../../a/b/c"),
          List.of("inside", "m/../..", "d/e/m=l", "d/e/l=../../a/b/c"),
          List.of("inside", "link/../../.."),
          List.of("outside", "../../.."),
          List.of("outside", "l/../..", "d/e/l=..//../a/.."),
          List.of("outside", "nowhere/../../../.."),
          List.of("outside", "../x/../../../y"),
          List.of("outside", "/etc"),
          List.of("outside", "l/../f", "d/e/l=../.."),
          List.of("outside", "l/../..", "d/e/l=../../a"),
          List.of("outside", "m/../../f", "d/e/m=l", "d/e/l=../../a"),
          List.of("outside", "../../l/..", "l=d/.."));

  private Directory.Builder directory(String path, Map<String, String> links) throws IOException {
    Directory.Builder directory = inputs();
    for (Map.Entry<String, String> link : links.entrySet()) {
      if (link.getKey().matches(path + "[^/]+")) {
        String name = link.getKey().substring(path.length());
        directory.addSymlinksBuilder().setName(name).setTarget(link.getValue());
      }
    }
    for (String below : List.of("a/", "a/b/", "a/b/c/", "d/", "d/e/")) {
      if (below.matches(path + "[^/]+/")) {
        directory
            .addDirectoriesBuilder()
            .setName(below.substring(path.length(), below.length() - 1))
            .setDigest(put(directory(below, links)));
      }
    }
    return directory;
  }

  private static Map<String, String> links(List<String> row) {
    Map<String, String> links = new TreeMap<>(Map.of("d/e/link", row.get(1)));
    row.stream().skip(2).map(one -> one.split("=")).forEach(one -> links.put(one[0], one[1]));
    return links;
  }

  @Test
  void aLinkMayLeadWhereverTheKernelFindsItInsideOfTheFolder() throws IOException {
    for (List<String> row : LINKS) {
      ActionOutcome outcome = run(shell("readlink d/e/link", "a"), directory("", links(row)));
      if (row.get(0).equals("inside")) {
        assertThat(outcome.status().getMessage()).as("input " + row).isEmpty();
        assertThat(said(outcome.result())).isEqualTo(row.get(1) + "\n");
      } else {
        refused(outcome, Status.Code.INVALID_ARGUMENT, "symbolic link");
      }
    }
    for (String target : List.of("", "a\0b")) {
      refused(
          run(shell("true"), directory("", links(List.of("outside", target)))),
          Status.Code.INVALID_ARGUMENT,
          "symbolic link");
    }
  }

  @Test
  void anOutputLinkMayLeadNoFurtherThanAnInput() throws IOException {
    for (List<String> row : LINKS) {
      StringBuilder script = new StringBuilder("mkdir -p a/b/c d/e; ");
      links(row).forEach((path, to) -> script.append("ln -s " + to + " " + path + "; "));
      for (String output : List.of("d/e/link", "d")) {
        ActionOutcome outcome = run(shell(script + "true", output), inputs());
        if (row.get(0).equals("inside")) {
          assertThat(outcome.status().getMessage()).as("output " + row).isEmpty();
        } else {
          refused(outcome, Status.Code.INVALID_ARGUMENT, "the output 'd/e/", "symbolic link");
        }
      }
    }
  }

  @Test
  void aDirectoryThatLinksLeadToIsWhereOutputsAreFound() throws IOException {
    ActionResult result =
        ran(
            shell(
                "mkdir -p x/y; ln -s x/y l; ln -s $PWD/x m; echo 1 > l/f; echo 2 > m/g; rm -r d;"
                    + " echo 3 > d",
                "l/f",
                "m/g",
                "d/h"),
            inputs());
    assertThat(result.getOutputFilesList())
        .extracting(OutputFile::getPath)
        .containsExactly("l/f", "m/g");
    refused(
        run(shell("rmdir o; mkdir x; ln -s .. x/m; ln -s $PWD/x/m/.. o", "o/f"), inputs()),
        Status.Code.INVALID_ARGUMENT,
        "the output 'o/f' is outside");
  }

  /** A link takes no part in where the next input lies. */
  @Test
  void anInputMayNotHaveAnotherOnesName() throws IOException {
    Directory.Builder twice = with(inputs(), "a", "1");
    twice.addSymlinksBuilder().setName("a").setTarget("b");
    refused(run(shell("true"), twice), Status.Code.INVALID_ARGUMENT, "'a' is twice");
    Directory.Builder under = inputs();
    under.addSymlinksBuilder().setName("a").setTarget("b");
    under.addDirectoriesBuilder().setName("a").setDigest(put(with(inputs(), "f", "x")));
    refused(run(shell("true"), under), Status.Code.INVALID_ARGUMENT, "'a' is twice");
  }

  @Test
  void outputsOutsideOfTheFolderAreRefusedBeforeAnythingIsMade() throws IOException {
    for (String output : List.of("../x", "/tmp/x", "a/../../x", "a\0b/c")) {
      refused(run(shell("true", output), inputs()), Status.Code.INVALID_ARGUMENT, "the output '");
    }
    // Each of the links stays inside by its words alone, but not the two together.
    Directory.Builder deep = inputs();
    deep.addSymlinksBuilder().setName("up").setTarget("../..");
    deep.addSymlinksBuilder().setName("out").setTarget("up/../../victim");
    Directory.Builder middle = inputs();
    middle.addDirectoriesBuilder().setName("b").setDigest(put(deep));
    Directory.Builder root = inputs();
    root.addDirectoriesBuilder().setName("a").setDigest(put(middle));
    Path victim = Files.createDirectory(dir.resolve("work/actions/victim"));
    ActionOutcome outcome = run(shell("true", "a/b/out/made/x"), root);
    assertThat(victim).isEmptyDirectory();
    Files.delete(victim);
    assertThat(outcome.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
  }

  @Test
  void outputsThatCannotBeStoredAreNamedAndWhatWasSaidIsKept() throws IOException {
    ActionOutcome absolute = run(shell("echo hi; ln -s /etc/passwd l", "l"), inputs());
    refused(absolute, Status.Code.INVALID_ARGUMENT, "'l' is a symbolic link to an absolute path");
    assertThat(said(absolute.result())).isEqualTo("hi\n");
    refused(
        run(shell("mkdir d; ln -s /etc d/l", "d"), inputs()),
        Status.Code.INVALID_ARGUMENT,
        "'d/l' is a symbolic link to an absolute path");
    refused(run(shell("mkfifo p", "p"), inputs()), Status.Code.INVALID_ARGUMENT, "neither a file");
    refused(
        run(shell("rmdir d; ln -s /etc d", "d/passwd"), inputs()),
        Status.Code.INVALID_ARGUMENT,
        "'d/passwd' is outside");
    refused(
        run(shell("mkdir d; touch \"$(printf 'd/\\377')\"", "d"), inputs()),
        Status.Code.INVALID_ARGUMENT,
        "has a name that is not UTF-8");
  }

  @Test
  void anOutputOfAnotherTypeThanTheDeclaredOneIsRefused() throws IOException {
    String script =
        "echo said; mkdir d; echo 1 > f; ln -s d ld; ln -s f lf; ln -s lf lff; ln -s x x";
    for (String path : List.of("d", "ld")) {
      refused(
          run(shell(script).addOutputFiles("f").addOutputFiles(path), inputs()),
          Status.Code.FAILED_PRECONDITION,
          "the output '" + path + "' is a",
          "directory, and declared as a file");
      ran(shell(script).addOutputFiles("f").addOutputDirectories(path), inputs());
    }
    for (String path : List.of("f", "lf", "lff")) {
      ActionOutcome outcome = run(shell(script).addOutputDirectories(path), inputs());
      refused(
          outcome,
          Status.Code.FAILED_PRECONDITION,
          "the output '" + path + "' is a",
          "file, and declared as a directory");
      assertThat(said(outcome.result())).isEqualTo("said\n");
      ran(shell(script).addOutputFiles(path), inputs());
    }
    // A link that leads nowhere has no type; paths may be either, and types are then of no account.
    ran(shell(script).addOutputFiles("x").addOutputDirectories("absent"), inputs());
    ActionResult either = ran(shell(script, "d", "f").addOutputFiles("d"), inputs());
    assertThat(either.getOutputDirectoriesCount()).isOne();
    assertThat(either.getOutputFilesCount()).isOne();
    refused(
        run(shell(script).addOutputFiles("f").addOutputDirectories("f"), inputs()),
        Status.Code.INVALID_ARGUMENT,
        "'f' is declared as a file and a directory");
  }

  @Test
  void aFolderIsDeletedHoweverItIs() throws IOException {
    String script =
        "mkdir -p a/b; echo x > a/b/f; chmod 0 a/b/f a/b a; deep=$(printf 'd/%.0s' $(seq 1500));"
            + " for i in 1 2 3; do mkdir -p $deep && cd -P $deep || exit 1; done";
    assertThat(ran(shell(script), inputs()).getExitCode()).isZero();
  }

  /** A storage or a disk that hangs: the lease ends, and the thread is left behind. */
  @Test
  void outputsThatAreNotStoredInTimeAreTheWorkersFault() throws IOException {
    HangingCalls hanging = new HangingCalls("FindMissingBlobs");
    Digest action = action(shell("echo 1 > f", "f"), inputs(), _ -> {});
    runner.close();
    try (ActionRunner slow =
        ActionRunner.open(
            "bot-1",
            dir.resolve("work"),
            ActionIsolation.of(ControlGroups.NONE),
            cache,
            new BlobClient(hanging.on(port.channel()), "lab", Duration.ofMinutes(5)),
            new ActionLimits(
                10, 100, 100, 10, 100, 100, Duration.ofMinutes(10), Duration.ofSeconds(2)))) {
      refused(slow.run(action), Status.Code.UNAVAILABLE, "not stored after PT2S");
    }
    hanging.goOn();
    runner = runner(LIMITS);
  }

  @Test
  void namesMayHaveEveryByteThatUtf8AndFileSystemsAllow() throws IOException {
    List<String> names = new ArrayList<>();
    for (int point = 1; point < 128; point++) {
      if (point != '/' && point != '.') {
        names.add(Character.toString(point));
      }
    }
    names.addAll(List.of("-rf", "a\nb", "a b"));
    if (Charset.forName(System.getProperty("sun.jnu.encoding")).equals(UTF_8)) {
      names.addAll(List.of("é", "\u0801", "\uffff", "𝄞"));
    }
    Directory.Builder sub = inputs();
    for (String name : names) {
      sub.addFilesBuilder().setName(name).setDigest(put("of " + name));
    }
    Directory.Builder root = inputs();
    root.addDirectoriesBuilder().setName("in").setDigest(put(sub));
    ActionResult result = ran(shell("cp -r in out", "out"), root);

    Tree tree = Tree.parseFrom(bytes(result.getOutputDirectories(0).getTreeDigest()));
    var stored = new TreeMap<String, String>();
    for (var file : tree.getRoot().getFilesList()) {
      stored.put(file.getName(), text(file.getDigest()));
    }
    assertThat(stored).hasSameSizeAs(names);
    names.forEach(name -> assertThat(stored).containsEntry(name, "of " + name));
  }

  @Test
  void aNameBeyondTheLocaleIsRefused() throws IOException {
    Assumptions.assumeFalse(
        Charset.forName(System.getProperty("sun.jnu.encoding")).equals(UTF_8),
        "this locale has all names");
    refused(run(shell("true"), with(inputs(), "é", "x")), Status.Code.INVALID_ARGUMENT, "locale");
  }

  @Test
  void aCommandThatIsNotThereIsRefused() throws IOException {
    for (String program : List.of("no-such-program", "./no", "/no/such", "plain", "/")) {
      refused(
          run(command(program), with(inputs(), "plain", "x")),
          Status.Code.FAILED_PRECONDITION,
          "the program '" + program + "' is not there, or not executable");
    }
    refused(run(command(), inputs()), Status.Code.INVALID_ARGUMENT, "no arguments");
    refused(run(command("/bin/echo", "a\0b"), inputs()), Status.Code.INVALID_ARGUMENT, "NUL");
    refused(
        run(command("/bin/echo", "x".repeat(1 << 18)), inputs()),
        Status.Code.INVALID_ARGUMENT,
        "too long");
  }

  @Test
  void whatIsTooMuchIsRefused() throws IOException {
    Directory.Builder level = with(inputs(), "f", "x");
    for (int i = 0; i < 20; i++) {
      Directory.Builder next = inputs();
      Digest below = put(level);
      next.addDirectoriesBuilder().setName("a").setDigest(below);
      next.addDirectoriesBuilder().setName("b").setDigest(below);
      level = next;
    }
    refused(run(shell("true"), level), Status.Code.RESOURCE_EXHAUSTED, "more than 5000 inputs");
    refused(
        run(shell("true"), with(inputs(), "f", "x".repeat(2 << 20))),
        Status.Code.RESOURCE_EXHAUSTED,
        "bytes of inputs");
    Directory.Builder wide = inputs();
    for (int i = 0; i < 1_000; i++) {
      wide.addFilesBuilder().setName("file " + i).setDigest(BlobDigest.EMPTY.message());
    }
    refused(run(shell("true"), wide), Status.Code.RESOURCE_EXHAUSTED, "a directory of more than");
    refused(
        run(shell("head -c 2000000 /dev/zero > f", "f"), inputs()),
        Status.Code.RESOURCE_EXHAUSTED,
        "bytes of outputs");
    refused(
        run(shell("mkdir d; cd d; for i in $(seq 300); do : > $i; done", "d"), inputs()),
        Status.Code.RESOURCE_EXHAUSTED,
        "more than 200 outputs");
    Digest slow =
        action(
            shell("true"),
            inputs(),
            one -> one.setTimeout(com.google.protobuf.Duration.newBuilder().setSeconds(601)));
    refused(runner.run(slow), Status.Code.INVALID_ARGUMENT, "time-out");
  }

  @Test
  void aResultThatNoMessageCanCarryIsRefused() throws IOException {
    runner.close();
    runner = runner(ActionLimits.DEFAULT);
    String[] links = IntStream.rangeClosed(1, 1_000).mapToObj(i -> "l" + i).toArray(String[]::new);
    String script =
        "t=$(printf 'x/%.0s' $(seq 1999)); for i in $(seq 1000); do ln -s ${t}x l$i; done";
    ActionOutcome outcome = run(shell(script + "; echo said", links), inputs());
    refused(outcome, Status.Code.RESOURCE_EXHAUSTED, "declare a directory");
    assertThat(text(outcome.result().getStdoutDigest())).isEqualTo("said\n");
  }

  /** What one action does to its inputs does not reach another one's. */
  @Test
  void anActionThatWritesToItsInputsHarmsNobody() throws IOException {
    Directory.Builder root = with(inputs(), "in", "clean");
    refused(
        run(shell("chmod u+w in; echo dirty > in"), root),
        Status.Code.FAILED_PRECONDITION,
        "the input 'in' was changed");
    assertThat(said(ran(shell("cat in"), root))).isEqualTo("clean");
  }

  @Test
  void manyRunAtOnceEachWithItsExecutable() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<String>> all = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        Directory.Builder root = inputs();
        root.addFilesBuilder()
            .setName("tool")
            .setIsExecutable(true)
            .setDigest(put("#!/bin/sh\necho " + i));
        Digest action = action(command("./tool"), root, _ -> {});
        all.add(threads.submit(() -> said(runner.run(action).result())));
      }
      for (int i = 0; i < all.size(); i++) {
        assertThat(all.get(i).get()).isEqualTo(i + "\n");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void theStorageMayGoAway() throws IOException {
    Digest action = action(shell("true"), inputs(), _ -> {});
    port.close();
    ActionOutcome outcome = runner.run(action);
    assertThat(outcome.status().getCode()).isEqualTo(Status.Code.UNAVAILABLE.value());
    assertThat(outcome.result().getExecutionMetadata().getWorker()).isEqualTo("bot-1");
    assertThat(ByteString.EMPTY).isEqualTo(outcome.result().getStdoutRaw());
  }
}
