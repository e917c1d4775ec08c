package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobEvent;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.Submitted;
import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.ListedChunk;
import dev.rota.client.ChunkStore;
import dev.rota.client.StorageChange;
import dev.rota.client.TopicNames;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.Outcome;
import dev.rota.cores.SessionChange;
import dev.rota.domains.Domains;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.shards.GoneReason;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.WorkerGone;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/**
 * The client's jar, as programs outside use it: those of docs/java-client.md, in processes of their
 * own, with the libraries that its POM names.
 */
@ExtendWith(Patience.class)
final class JavaClientIT {
  private static final String PEER = "12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D";
  private static final List<String> PROGRAMS =
      List.of("CountingWorker", "ListingStore", "OneBlock", "ShellBot");
  private static final int JAVA_17 = 61;
  private static final long NEVER = Long.MAX_VALUE;
  private static final int SHARDS = 4;
  private static final int BATCH = 5;
  private static final int WAVE = 200;

  @TempDir private Path dir;
  private final Map<String, Process> running = new TreeMap<>();
  private TestCluster cluster;
  private KafkaProducer<byte[], Object> producer;
  private ClientPrograms programs;
  private int transactions;
  private int chunks;

  @BeforeEach
  void isPackaged() {
    NotRun.unless(Files.exists(ClientPrograms.JAR), "nothing is packaged");
  }

  @Test
  void theJarRefersToNothingBeyondItsTwoLibraries() throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    ToolProvider.findFirst("jdeps")
        .orElseThrow()
        .run(
            new PrintWriter(out),
            new PrintWriter(err),
            "--multi-release",
            "17",
            "-verbose:class",
            "-filter:none",
            "-cp",
            ClientPrograms.libraries().collect(Collectors.joining(File.pathSeparator)),
            ClientPrograms.JAR.toString());
    assertThat(out.toString().lines().map(String::strip))
        .as("%s", err)
        .anyMatch(line -> line.startsWith("dev.rota.client.Bot "))
        .filteredOn(line -> line.endsWith("not found"))
        .noneMatch(line -> line.startsWith("dev."));

    Document pom = xml(Files.readString(Path.of("target", "client", "pom.xml")));
    var artifacts = pom.getElementsByTagName("artifactId");
    assertThat(
            IntStream.range(0, artifacts.getLength())
                .mapToObj(i -> artifacts.item(i).getTextContent()))
        .containsExactly("rota-client", "kafka-clients", "avro");
    var versions = pom.getElementsByTagName("version");
    assertThat(
            IntStream.range(0, versions.getLength())
                .mapToObj(i -> versions.item(i).getTextContent()))
        .hasSize(3)
        .allSatisfy(version -> assertThat(version).matches("\\d+\\.\\d+\\.\\d+.*"));
  }

  /** Its classes, with the public executor and registry, are for Java 17, and load there. */
  @Test
  void java17LoadsEachOfItsClasses() throws Exception {
    List<String> classes = new ArrayList<>();
    try (JarFile jar = new JarFile(ClientPrograms.JAR.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class")) {
          try (DataInputStream bytes = new DataInputStream(jar.getInputStream(entry))) {
            bytes.skipNBytes(6);
            assertThat(bytes.readUnsignedShort()).as(entry.getName()).isEqualTo(JAVA_17);
          }
          classes.add(entry.getName().replace(".class", "").replace('/', '.'));
        }
      }
    }
    assertThat(classes)
        .contains(
            "dev.rota.client.Bot",
            "dev.rota.executor.BatchExecutor",
            "dev.rota.registry.AvroSerializer");
    Path source =
        Files.writeString(
            dir.resolve("Load.java"),
            """
            public final class Load {
              public static void main(String[] args) throws Exception {
                for (String name : java.nio.file.Files.readAllLines(java.nio.file.Path.of(args[0]))) {
                  Class.forName(name).getDeclaredMethods();
                }
                System.out.println(System.getProperty("java.specification.version"));
              }
            }
            """);
    Path names = Files.write(dir.resolve("names.txt"), classes);
    int compiled =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, "--release", ClientPrograms.release(), source.toString());
    assertThat(compiled).isZero();
    Process load =
        new ProcessBuilder(
                ClientPrograms.java().toString(),
                "-cp",
                dir + File.pathSeparator + ClientPrograms.classPath(),
                "Load",
                names.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String java = new String(load.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(load.waitFor()).isZero();
    NotRun.unless(java.equals(ClientPrograms.release()), "there is no Java 17 here, but " + java);
  }

  /** What the page tells a stranger's pom.xml is what the build installs. */
  @Test
  void thePageHasTheCoordinatesOfTheJar() throws Exception {
    Document installed = xml(Files.readString(Path.of("target", "client", "pom.xml")));
    Document page = xml("<project>" + ClientPrograms.coordinates() + "</project>");
    for (String name : List.of("groupId", "artifactId", "version")) {
      assertThat(first(page, name)).as(name).isEqualTo(first(installed, name));
    }
    assertThat(first(page, "maven.compiler.target")).isEqualTo(ClientPrograms.release());
  }

  private static String first(Document xml, String name) {
    return xml.getElementsByTagName(name).item(0).getTextContent();
  }

  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  /** A chunk goes when the generation that removed it is in force, and never for an empty set. */
  @Test
  void theStoreOfThePageKeepsWhatItMayStillBeAskedFor() throws Exception {
    URL[] classes = {new ClientPrograms(dir).classes().toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, ChunkStore.class.getClassLoader())) {
      ChunkStore store =
          (ChunkStore) loader.loadClass("ListingStore").getConstructor().newInstance();
      store.apply(whole(9, chunk("a", 1), chunk("b", 2)));
      store.apply(whole(0)); // it was forgotten, and has joined again
      store.apply(change(10, NEVER, List.of(chunk("c", 4)), List.of()));
      store.apply(change(11, 0, List.of(chunk("d", 8)), List.of()));
      assertThat(store.storedBytes()).isEqualTo(15);
      store.apply(change(12, 0, List.of(), List.of(chunk("d", 8))));
      await().until(() -> store.storedBytes() == 7);

      store.apply(change(13, NEVER, List.of(), List.of(chunk("c", 4))));
      store.apply(change(14, NEVER, List.of(chunk("c", 4)), List.of()));
      store.apply(whole(15, chunk("c", 4)));
      assertThat(store.storedBytes()).as("a and b go with generation 10").isEqualTo(7);
      store.apply(whole(16, chunk("a", 1)));
      await().until(() -> store.storedBytes() == 3);
    }
  }

  private static StorageChange whole(long generation, ChunkRef... set) {
    return new StorageChange(true, generation, 0, List.of(set), List.of(), List.of());
  }

  private static StorageChange change(
      long generation, long from, List<ChunkRef> added, List<ChunkRef> removed) {
    return new StorageChange(false, generation, from, added, removed, List.of());
  }

  private static ChunkRef chunk(String name, long bytes) {
    return new ChunkRef("s3://eth", name, bytes);
  }

  /** One broker and one engine for all four: what starts takes longer than what is tried. */
  @Test
  void programsThatAreKilledGoOnUnderTheirNames() throws Exception {
    assertThat(ClientPrograms.programs()).containsOnlyKeys(PROGRAMS);
    programs = new ClientPrograms(dir);
    try (TestCluster started = TestCluster.start()) {
      cluster = started;
      createTopics();
      producer = producer();
      EngineProcess engine = engine();
      try {
        tryAll(engine);
      } finally {
        running.values().forEach(Process::destroyForcibly);
        engine.close();
        producer.close();
      }
    }
  }

  private void tryAll(EngineProcess first) throws Exception {
    start(List.of("CountingWorker", "ListingStore", "ShellBot")); // before the engine is ready
    begin();
    await().until(() -> !values(TopicNames.CORES_ASSIGNMENTS).isEmpty());
    start(List.of("OneBlock")); // its claim needs a session
    submit("first");
    await().until(() -> starts("first") == 1);
    await().until(() -> blocks().size() >= 3);
    await().until(() -> last("ListingStore").endsWith(": " + chunks + " chunks"));
    await().until(() -> claims(Outcome.QUEUED) == 1);

    // All at once, and the engine: nothing is decided until all are back.
    for (Process one : running.values()) {
      one.destroyForcibly().waitFor();
    }
    first.kill();
    transact();
    list();
    start(PROGRAMS);
    try (EngineProcess second = engine()) {
      await().until(() -> starts("first") == 2);
      await().until(() -> blocks().stream().mapToInt(one -> count(one)).sum() == transactions);
      await().until(() -> last("ListingStore").endsWith(": " + chunks + " chunks"));
      Files.createFile(dir.resolve("first.go"));
      await().until(() -> jobs("first", JobOutcomeKind.COMPLETED) == 1);
      block(1);
      await().until(() -> claims(Outcome.SCHEDULED) == 1);

      // The broker is away for a while, and clients know it no sooner than others.
      producer.close();
      cluster.restartBroker();
      producer = producer();
      transact();
      list();
      submit("second");
      await().until(() -> starts("second") == 1);
      Files.createFile(dir.resolve("second.go"));
      await().until(() -> jobs("second", JobOutcomeKind.COMPLETED) == 1);
      await().until(() -> blocks().stream().mapToInt(one -> count(one)).sum() == transactions);
      await().until(() -> last("ListingStore").endsWith(": " + chunks + " chunks"));
      block(2, 2);
      send(
          TopicNames.BLOCK_EVENTS,
          "polkadot",
          BlockEvent.newBuilder()
              .setChain("polkadot")
              .setNumber(3)
              .setFreed(List.of(new FreedCore(2, FreedReason.CONCLUDED)))
              .build());
      assertThat(running.remove("OneBlock").waitFor()).isZero();
      stop();
      judge();
      assertThat(second.terminate()).as(second.errors()).isEqualTo(143);
    }
  }

  /** Nothing is lost, and nothing counts twice. */
  private void judge() throws Exception {
    assertThat(starts("second")).isEqualTo(1);
    Map<String, List<Long>> numbers = new TreeMap<>();
    List<String> executed = new ArrayList<>();
    for (ShardBlock block : blocks()) {
      numbers.computeIfAbsent(block.getShard(), _ -> new ArrayList<>()).add(block.getNumber());
      executed.addAll(block.getTransactions());
    }
    assertThat(executed).doesNotHaveDuplicates().hasSize(transactions);
    numbers.forEach(
        (shard, blocks) ->
            assertThat(blocks)
                .as(shard)
                .containsExactlyElementsOf(
                    IntStream.rangeClosed(1, blocks.size()).mapToObj(i -> (long) i).toList()));

    assertThat(values(TopicNames.CLAIMS)).hasSize(1);
    assertThat(programs.said("OneBlock"))
        .contains("live: []", "live: [2100]", "end: CONCLUDED, AVAILABLE");

    List<String> store = programs.said("ListingStore");
    assertThat(store).noneMatch(line -> line.contains("xception"));
    assertThat(bots(BotOutcomeKind.CLOSED)).isEqualTo(1);
    assertThat(
            outcomes(TopicNames.SHARDS_OUTCOMES, PoolOutcome.class).stream()
                .map(PoolOutcome::getEvent)
                .filter(WorkerGone.class::isInstance)
                .map(event -> ((WorkerGone) event).getReason()))
        .last()
        .isEqualTo(GoneReason.LEFT);
  }

  private void stop() throws InterruptedException {
    running.values().forEach(Process::destroy);
    for (Map.Entry<String, Process> one : running.entrySet()) {
      assertThat(one.getValue().waitFor()).as(one.getKey()).isEqualTo(143);
    }
  }

  private void start(List<String> names) throws IOException {
    for (String name : names) {
      String own = Map.of("ListingStore", PEER, "OneBlock", "alice").getOrDefault(name, "one");
      running.put(name, programs.start(name, cluster.bootstrap(), cluster.registryUrl(), own));
    }
  }

  private void createTopics() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      Domains.ALL.forEach(
          domain -> MissingTopics.create(admin, RequiredTopics.of(domain), 2, (short) 1));
    }
  }

  private EngineProcess engine() throws IOException {
    return EngineProcess.start(
        String.join(",", Domains.ALL.stream().map(one -> one.name()).toList()),
        cluster.bootstrap(),
        cluster.registryUrl(),
        dir.resolve("state"),
        Map.of());
  }

  private KafkaProducer<byte[], Object> producer() {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    Map<String, Object> configs = new HashMap<>();
    configs.put("bootstrap.servers", cluster.bootstrap());
    return new KafkaProducer<>(configs, new ByteArraySerializer(), values);
  }

  private void send(String topic, String lane, Object value) throws Exception {
    producer.send(new ProducerRecord<>(topic, lane.getBytes(UTF_8), value)).get();
  }

  /** Policies, a session with a parathread, and the first of all. */
  private void begin() throws Exception {
    send(
        TopicNames.SHARDS_POLICIES,
        "mainnet",
        ShardPolicy.newBuilder().setPool("mainnet").setMaxBatch(BATCH).build());
    send(
        TopicNames.CHUNKS_POLICIES,
        "tethys",
        ChunkPolicy.newBuilder().setNetwork("tethys").setMinReplication(1).build());
    CoresConfig config =
        CoresConfig.newBuilder()
            .setParathreadCores(1)
            .setSchedulingLookahead(2)
            .setParathreadRetries(3)
            .build();
    send(
        TopicNames.BLOCK_EVENTS,
        "polkadot",
        BlockEvent.newBuilder()
            .setChain("polkadot")
            .setNumber(0)
            .setSession(
                SessionChange.newBuilder()
                    .setIndex(1)
                    .setValidators(9)
                    .setParachains(List.of(1L, 2L))
                    .setParathreads(List.of(2100L))
                    .setConfig(config)
                    .build())
            .build());
    transact();
    list();
  }

  private void block(long number, Integer... occupied) throws Exception {
    send(
        TopicNames.BLOCK_EVENTS,
        "polkadot",
        BlockEvent.newBuilder()
            .setChain("polkadot")
            .setNumber(number)
            .setOccupied(List.of(occupied))
            .build());
  }

  private void transact() throws Exception {
    for (int i = 0; i < WAVE; i++, transactions++) {
      send(
          TopicNames.SHARD_TRANSACTIONS,
          "mainnet",
          ShardTransaction.newBuilder()
              .setPool("mainnet")
              .setShard("s" + transactions % SHARDS)
              .setId("t" + transactions)
              .setPayload(ByteBuffer.allocate(0))
              .build());
    }
  }

  private void list() throws Exception {
    List<ListedChunk> added = new ArrayList<>();
    for (int i = 0; i < 10; i++, chunks++) {
      added.add(new ListedChunk("c" + chunks, 1_000L));
    }
    send(
        TopicNames.CHUNK_LISTINGS,
        "tethys",
        ChunkListing.newBuilder()
            .setNetwork("tethys")
            .setDataset("s3://eth")
            .setAdded(added)
            .build());
  }

  /** A job that tells that it runs, and waits for a file. */
  private void submit(String job) throws Exception {
    Submitted submitted =
        Submitted.newBuilder()
            .setJob(job)
            .setInstance("")
            .setAction(
                "echo . >> %1$s.runs; until [ -e %1$s.go ]; do sleep 0.1; done".formatted(job))
            .setProperties(Map.of("OSFamily", List.of("linux")))
            .build();
    send(TopicNames.JOBS, "builds", new JobEvent("builds", submitted));
  }

  private int starts(String job) throws IOException {
    Path file = dir.resolve(job + ".runs");
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }

  private String last(String program) throws IOException {
    List<String> said = programs.said(program);
    return said.isEmpty() ? "" : said.get(said.size() - 1);
  }

  private List<Object> values(String topic) {
    try (AvroDeserializer reader = new AvroDeserializer()) {
      reader.configure(
          Map.of("schema.registry.url", cluster.registryUrl(), "specific.avro.reader", true),
          false);
      return Committed.records(cluster.bootstrap(), topic).stream()
          .map(record -> reader.deserialize(topic, record.headers(), record.value()))
          .toList();
    }
  }

  private <T> List<T> outcomes(String topic, Class<T> type) {
    return values(topic).stream().map(type::cast).toList();
  }

  private List<ShardBlock> blocks() {
    return outcomes(TopicNames.SHARDS_OUTCOMES, PoolOutcome.class).stream()
        .map(PoolOutcome::getEvent)
        .filter(ShardBlock.class::isInstance)
        .map(ShardBlock.class::cast)
        .toList();
  }

  private static int count(ShardBlock block) {
    return block.getTransactions().size();
  }

  private long claims(Outcome outcome) {
    return outcomes(TopicNames.CORES_OUTCOMES, ClaimOutcome.class).stream()
        .filter(one -> one.getPara() != null && one.getOutcome() == outcome)
        .count();
  }

  private long jobs(String job, JobOutcomeKind kind) {
    return outcomes(TopicNames.BOTS_OUTCOMES, GridOutcome.class).stream()
        .filter(
            one ->
                one.getEvent() instanceof JobOutcome told
                    && job.equals(told.getJob())
                    && told.getOutcome() == kind)
        .count();
  }

  private long bots(BotOutcomeKind kind) {
    return outcomes(TopicNames.BOTS_OUTCOMES, GridOutcome.class).stream()
        .filter(one -> one.getEvent() instanceof BotOutcome told && told.getOutcome() == kind)
        .count();
  }
}
