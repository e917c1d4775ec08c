package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.book.BlockRegister;
import dev.rota.base.book.BlockRegister.PrintedBy;
import dev.rota.base.book.DocBlock;
import dev.rota.base.book.ShownOutput;
import dev.rota.testing.KilledProcess;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import dev.rota.testing.Program;
import dev.rota.testing.StoragePort;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shell blocks of all pages, run by a real shell beside one {@code rota dev --demo}, and what
 * they print compared with what the page shows. A page's blocks share an empty folder, in their
 * order. What a page needs beforehand is in {@code src/test/resources/docs/PAGE.sh}. {@code
 * -Drota.docs=PART} runs the pages whose names have this part.
 */
@ExtendWith(Patience.class)
class DocBlocksIT {
  private static final Path PRELUDES = Path.of("src/test/resources/docs").toAbsolutePath();

  /** A demonstration has not done everything yet that a page asks about. */
  private static final Duration LIVE = Patience.MAX.dividedBy(4);

  private static final Pattern ENDLESS =
      Pattern.compile(
          "--follow|curl -N|\\brota(?:-alone)? (?:follow|dev|witness|notary|reapi|bot)\\b");
  private static final Pattern DEMO = Pattern.compile("(?m)^\\./rota dev --demo$");

  /** Their input is fixed, and so is what they print. */
  private static final Pattern FIXED =
      Pattern.compile("--from \\S+\\.jsonl|\\brota (?:simulate|size|topics acls)\\b");

  private static final Pattern PROGRAM = Pattern.compile("\\b(?:curl|openssl|javac)\\b");

  /** The class of a file of its own. */
  private static final Pattern CLASS = Pattern.compile("(?m)^public (?:final )?class (\\w+)");

  private static final Pattern DATA = Pattern.compile("(?m)^  data +([^,]+),");
  private static final Pattern ADDRESS = Pattern.compile("(?m)^page: (\\S+)$");
  private static final Pattern KAFKA = Pattern.compile("(?m)^  Kafka +(\\S+)$");
  private static final Pattern REGISTRY = Pattern.compile("(?m)^  registry +(\\S+)$");

  /** Who serves says so. */
  private static final Pattern READY =
      Pattern.compile("\\bis ready\\b|signs the ledgers|: session ");

  private static final String PORTS =
      " --kafka-port 0 --registry-port 0 --http-port 0 --page-port 0";
  private static final BlockMeanings MEANINGS = new BlockMeanings();

  @TempDir private static Path dir;
  private static Path work;
  private static StoragePort storage;
  private static Process demo;
  private static Process desk;
  private static Path data;

  @BeforeAll
  static void start() throws Exception {
    NotRun.unless(Files.exists(Path.of("/proc/self/fd/0")), "blocks of the documents: no /proc");
    assertThat(Stream.of(pages(true), pages(false)).flatMap(Set::stream)).isNotEmpty();
    // Actions run as users of their own, if this one is root.
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx--x--x"));
    work = Files.createDirectories(dir.resolve("work")).toRealPath();
    Path programs = Files.createDirectories(dir.resolve("programs"));
    Path asked = Files.createDirectories(dir.resolve("desk")).toRealPath();
    VerbDesk.prepare(asked, programs.resolve("rota"));
    // As if a terminal read it.
    script(
        programs.resolve("grep"),
        "PATH='" + System.getenv("PATH") + "'\nexec grep --line-buffered \"$@\"\n");
    script(programs.resolve("rota-alone"), process("dev.rota.Rota"));
    script(programs.resolve("kafka-configs.sh"), process("kafka.admin.ConfigCommand"));
    desk =
        started(
            Program.testJvm("-Xmx640m", "-Djava.io.tmpdir=" + dir),
            "desk-said",
            VerbDesk.class.getName() + " " + asked);
    MEANINGS.everywhere("/mnt/elsewhere", ".");
    MEANINGS.everywhere("/srv/witness", "witness");
    MEANINGS.everywhere("--port 8090", "--port 0");
    // It is younger.
    MEANINGS.everywhere("--at PT5M", "--at PT0.1S" + BlockMeanings.OF_A_CHECKPOINT);
    String other = "ROTA_HOME=%s ./rota dev%s".formatted(dir.resolve("other"), PORTS);
    MEANINGS.everywhere("./rota dev --executor", other + " --executor");
    MEANINGS.everywhere("./rota dev --reapi", other + " --reapi-port 0 --reapi");
    MEANINGS.everywhere("target/rota-client.jar", ClientPrograms.classPath());
  }

  /** Starts what live pages are about, once. */
  private static void demonstrate() throws IOException {
    if (demo != null) {
      assertThat(demo.isAlive()).as(said("demo")).isTrue();
      return;
    }
    demo = started(Program.jvm("-Xmx640m"), "demo", "dev.rota.Rota dev --demo" + PORTS);
    await()
        .failFast(() -> assertThat(demo.isAlive()).as(said("demo")).isTrue())
        .until(
            () ->
                said("demo").contains("rota dev is ready") && ADDRESS.matcher(said("demo")).find());
    MEANINGS.everywhere("http://127.0.0.1:8090", demo(ADDRESS));
    MEANINGS.everywhere("localhost:8090", demo(ADDRESS));
    data = Path.of(demo(DATA));
    MEANINGS.everywhere("/srv/rota-log", data + "/notary");
    MEANINGS.everywhere(" --config FILE", "");
    storage = StoragePort.open(dir.resolve("storage"), 1 << 30);
    MEANINGS.clusterIs(demo(KAFKA), demo(REGISTRY), storage.address());
  }

  private static String demo(Pattern said) throws IOException {
    return said.matcher(said("demo")).results().findFirst().orElseThrow().group(1);
  }

  /** A script that becomes a process of this class. */
  private static String process(String type) throws IOException {
    return "exec '%s' %s \"$@\"\n".formatted(String.join("' '", Program.jvm("-Xmx256m")), type);
  }

  @AfterAll
  static void stop() throws IOException {
    Stream.of(demo, desk).filter(one -> one != null).forEach(KilledProcess::kill);
    if (storage != null) {
      storage.close();
    }
    if (data != null) {
      delete(data);
    }
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Starts a process in the folder of the blocks; what it says is in a file of that name. */
  private static Process started(List<String> jvm, String name, String words) throws IOException {
    List<String> command = new ArrayList<>(jvm);
    command.addAll(List.of(words.split(" ")));
    Process process = shell(command, name).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  private static ProcessBuilder shell(List<String> command, String name) throws IOException {
    ProcessBuilder builder =
        Program.process(command)
            .directory(work.toFile())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.appendTo(emptied(name + ".out")))
            .redirectError(Redirect.appendTo(emptied(name + ".err")));
    Map<String, String> variables = builder.environment();
    variables.put("ROTA_HOME", dir.resolve("home").toString());
    variables.put("PATH", dir.resolve("programs") + ":" + variables.get("PATH"));
    return builder;
  }

  /** Several programs write to it, each at its end. */
  private static File emptied(String name) throws IOException {
    return Files.write(dir.resolve(name), new byte[0]).toFile();
  }

  /** What it has said and printed by now. */
  private static String said(String name) throws IOException {
    return Files.readString(dir.resolve(name + ".err"))
        + Files.readString(dir.resolve(name + ".out"));
  }

  static Set<Path> pagesWithoutCluster() throws IOException {
    return pages(false);
  }

  static Set<Path> livePages() throws IOException {
    return pages(true);
  }

  private static Set<Path> pages(boolean live) throws IOException {
    Set<Path> pages = new LinkedHashSet<>();
    Set<Path> others = new LinkedHashSet<>();
    for (DocBlock block : DocBlock.all()) {
      if (isHere(block) && block.page().toString().contains(System.getProperty("rota.docs", ""))) {
        (isFixed(block) && !isOfDemonstration(block.page()) ? others : pages).add(block.page());
      }
    }
    others.removeAll(pages);
    return live ? pages : others;
  }

  /** What a page needs beforehand may come from the demonstration, and says so. */
  private static boolean isOfDemonstration(Path page) throws IOException {
    Path prelude = PRELUDES.resolve(name(page) + ".sh");
    return Files.exists(prelude) && Files.readString(prelude).contains("# Of the demonstration");
  }

  private static boolean isFixed(DocBlock block) {
    return FIXED.matcher(MEANINGS.of(name(block.page()), script(block))).find();
  }

  private static String name(Path page) {
    return page.getFileName().toString().replace(".md", "");
  }

  private static boolean isHere(DocBlock block) {
    return BlockRegister.of(block).map(entry -> entry instanceof PrintedBy).orElse(block.isShell());
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("pagesWithoutCluster")
  void aPageWithoutAClusterPrintsWhatItShows(Path page) throws Exception {
    runs(page);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("livePages")
  void aLivePageDoesWhatItSays(Path page) throws Exception {
    demonstrate();
    runs(page);
  }

  private static void runs(Path page) throws Exception {
    needs(page);
    empty();
    String name = name(page);
    Path prelude = PRELUDES.resolve(name + ".sh");
    if (Files.exists(prelude)) {
      String made = Files.readString(prelude);
      await().pollInSameThread().atMost(LIVE).untilAsserted(() -> ended(made));
    }
    List<DocBlock> blocks = DocBlock.of(page);
    for (DocBlock block : blocks) {
      if (isHere(block)) {
        ShownOutput shown = shown(name, block, blocks);
        String script = MEANINGS.of(name, script(block));
        boolean isPart = !block.isShell() || DEMO.matcher(script).find();
        if (FIXED.matcher(script).find()) {
          check(block, script, shown, isPart);
        } else {
          await()
              .pollInSameThread()
              .atMost(LIVE)
              .untilAsserted(() -> again(block, script, shown, isPart));
        }
      } else {
        keep(block);
      }
    }
  }

  /** A file that the page's commands may name. */
  private static void keep(DocBlock block) throws IOException {
    Matcher type = CLASS.matcher(block.text());
    if (block.language().equals("properties")) {
      Files.writeString(work.resolve("rota.properties"), block.text());
    } else if (block.language().equals("java") && type.find()) {
      Files.writeString(work.resolve(type.group(1) + ".java"), block.text());
    }
  }

  private static void needs(Path page) throws Exception {
    for (DocBlock block : DocBlock.of(page)) {
      for (MatchResult program :
          PROGRAM.matcher(isHere(block) ? block.text() : "").results().toList()) {
        int exit =
            CommandLine.ofProgram(work, List.of("sh", "-c", "command -v " + program.group()))
                .exit();
        NotRun.unless(exit == 0, page + ": there is no " + program.group());
      }
    }
  }

  /** The folder as the page's reader has it. */
  private static void empty() throws IOException {
    for (Path file : files()) {
      delete(file);
    }
    Files.createSymbolicLink(work.resolve("rota"), dir.resolve("programs/rota"));
  }

  private static String script(DocBlock block) {
    return BlockRegister.of(block)
        .map(entry -> ((PrintedBy) entry).command() + "\n")
        .orElse(block.text());
  }

  private static ShownOutput shown(String page, DocBlock block, List<DocBlock> blocks) {
    if (!block.isShell()) {
      return new ShownOutput(MEANINGS.of(page, block.text()));
    }
    return blocks.stream()
        .filter(other -> other.isOutput() && other.above().equals(block))
        .filter(other -> BlockRegister.of(other).isEmpty())
        .map(other -> new ShownOutput(MEANINGS.of(page, other.text())))
        .findFirst()
        .orElse(null);
  }

  /** Another attempt begins with the files that this one began with. */
  private static void again(DocBlock block, String script, ShownOutput shown, boolean isPart)
      throws Exception {
    Set<Path> before = files();
    boolean done = false;
    try {
      check(block, script, shown, isPart);
      done = true;
    } finally {
      for (Path file : done ? Set.<Path>of() : files()) {
        if (!before.contains(file)) {
          delete(file);
        }
      }
    }
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Set<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(work)) {
      return files.collect(Collectors.toSet());
    }
  }

  private static void check(DocBlock block, String script, ShownOutput shown, boolean isPart)
      throws Exception {
    String printed = printed(script);
    if (shown != null) {
      boolean is =
          isPart
              ? shown.isPartOf(printed)
              : FIXED.matcher(script).find() ? shown.isExactly(printed) : shown.isLike(printed);
      assertThat(is).as("%s%nshows:%n%s%nprinted:%n%s", block, shown.text(), printed).isTrue();
    }
  }

  /** The demonstration runs already. Who goes on and on is stopped at the end of the block. */
  private static String printed(String script) throws Exception {
    StringBuilder printed = new StringBuilder();
    StringBuilder begun = new StringBuilder();
    List<Process> endless = new ArrayList<>();
    try {
      for (String line : script.lines().toList()) {
        if (DEMO.matcher(line).find()) {
          printed.append(said("demo"));
        } else if (ENDLESS.matcher(line).find()) {
          printed.append(ended(begun.toString()));
          endless.add(begun(line, "endless"));
          printed.append(speaks(endless.get(endless.size() - 1), line));
          begun.setLength(0);
        } else {
          begun.append(line).append('\n');
        }
      }
      return printed.append(ended(begun.toString())).toString();
    } finally {
      // The last one first: it may need the others to end.
      Collections.reverse(endless);
      for (Process one : endless) {
        one.descendants().forEach(ProcessHandle::destroy);
        one.destroy();
        one.waitFor();
      }
    }
  }

  /** Runs it to its end, which is a good one. Returns what it prints. */
  private static String ended(String script) throws Exception {
    if (script.isBlank()) {
      return "";
    }
    Process process = begun(script, "block");
    assertThat(process.waitFor(Patience.MAX.toSeconds(), TimeUnit.SECONDS)).as(script).isTrue();
    assertThat(process.exitValue()).as("%s%n%s", script, said("block")).isZero();
    return Files.readString(dir.resolve("block.out"));
  }

  /** Waits until it prints something, or says that it is ready. */
  private static String speaks(Process process, String script) throws IOException {
    Path out = dir.resolve("endless.out");
    await()
        .failFast(() -> assertThat(process.isAlive()).as(said("endless")).isTrue())
        .untilAsserted(
            () ->
                assertThat(Files.size(out) > 0 || READY.matcher(said("endless")).find())
                    .as("%s%n%s", script, said("endless"))
                    .isTrue());
    return Files.readString(out);
  }

  private static Process begun(String script, String name) throws IOException {
    return shell(List.of("bash", "-e", "-o", "pipefail", "-c", script), name).start();
  }
}
