package dev.rota.end;

import static dev.rota.end.CoresCluster.DEAD_LETTERS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.kafka.clients.admin.AlterConfigOp.OpType.SET;
import static org.apache.kafka.common.config.ConfigResource.Type.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.clients.LetterReplayer;
import dev.rota.app.clients.LetterReplayer.Sent;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.registry.Registry;
import dev.rota.road.letters.ReplayLineage;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.testing.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota dlq} beside an engine that decides. */
class DeadLetterReplayIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  static final int PARTITIONS = 2;
  private static final String LANE = "polkadot";
  private static final byte[] KEY = LANE.getBytes(UTF_8);
  private static final int HOME = LaneKey.partition(KEY, PARTITIONS);
  private static final byte[] GARBAGE = "{\"chain\":\"polkadot\"}".getBytes(UTF_8);
  private static final long AT = 1_700_000_000_000L;

  static {
    GeneratedClasses.trust();
  }

  @TempDir private Path dir;
  private CoresCluster cores;
  private KafkaProducer<byte[], byte[]> raw;
  private long time = AT;
  private DomainStreams engine;

  @BeforeEach
  void start() {
    cores = CoresCluster.start(PARTITIONS);
    raw = cores.rawProducer();
  }

  @AfterEach
  void stop() {
    if (engine != null) {
      engine.close();
    }
    raw.close();
    cores.close();
  }

  @Test
  void whatCanBeReadByNowIsDecidedAndWhatIsEditedToo() throws Exception {
    byte[] good = cores.framed(claim(LANE, 2000));
    byte[] early = good.clone();
    // Of a schema that is registered later: the engine and its topics take fewer ids.
    int later = ByteBuffer.wrap(good).getInt(1) + 30;
    ByteBuffer.wrap(early).putInt(1, later);
    Headers headers = new RecordHeaders().add("trace", new byte[] {0, -1}).add("note", null);
    send(HOME, KEY, early, headers);
    send(HOME, KEY, GARBAGE, new RecordHeaders());
    send(1 - HOME, KEY, cores.framed(claim(LANE, 2001)), new RecordHeaders());
    send(HOME, KEY, cores.framed(claim("kusama", 2002)), new RecordHeaders());
    decide(() -> cores.committed(DEAD_LETTERS).size() == 4);

    eachIsListed();
    theirValuesAndReasonsAreShown(later);
    onlyWhatCanBeReadIsSentAgain(later, headers);
    whatCannotBeReadIsEdited();
    whatIsSentIsNotSentTwice();
    decide(() -> cores.committed(CoresCluster.OUTCOMES).size() == 4);
    assertThat(cores.committed(DEAD_LETTERS)).hasSize(4);
    CommandLine audit = CommandLine.run(variables(), "", "audit", "cores");
    assertThat(audit.out())
        .as(audit.err())
        .startsWith("cores: PROVED")
        .contains("1 inputs were of a schema unknown to the engine");
  }

  private void eachIsListed() throws Exception {
    List<JsonNode> lines = lines(json(0, "list", "cores"));
    assertThat(lines).hasSize(5);
    assertThat(lines.subList(0, 4))
        .extracting(line -> line.path("reason").asText())
        .containsExactlyInAnyOrder("UNKNOWN_SCHEMA", "BAD_FRAMING", "WRONG_PARTITION", "BAD_KEY");
    assertThat(lines.get(0).path("input").asText()).startsWith("claims/");
    assertThat(lines.get(0).path("timestamp").asLong()).isEqualTo(AT);
    assertThat(lines.get(4).at("/byReason/BAD_KEY").asInt()).isOne();
    assertThat(lines.get(4).path("letters").asInt()).isEqualTo(4);

    assertThat(text(0, "list", "cores", "--reason", "bad_key,bad_framing", "--limit", "1").out())
        .startsWith("LETTER ")
        .contains(
            "2 dead letters, 1 of them shown, 0 sent again: BAD_FRAMING 1, BAD_KEY 1",
            "claims/" + HOME + "/1");
    assertThat(text(0, "list", "cores", "--topic", "block-events").out())
        .isEqualTo("0 dead letters, 0 sent again\n");
    assertThat(text(0, "list", "cores", "--key", "kusama").out()).startsWith("0 dead letters");
    assertThat(text(0, "list", "cores", "--from", "PT1H").out()).startsWith("0 dead letters");
    assertThat(lines(json(0, "list", "cores", "--to", "2024-01-01")).get(4).path("shown").asInt())
        .isEqualTo(4);
  }

  private void theirValuesAndReasonsAreShown(int id) throws Exception {
    JsonNode unknown = lines(json(0, "show", "cores", position("UNKNOWN_SCHEMA"))).get(0);
    assertThat(unknown.path("schemaId").asText()).isEqualTo(Integer.toString(id));
    assertThat(unknown.path("undecodable").asText()).contains(Integer.toString(id));
    assertThat(unknown.path("headers").toString())
        .isEqualTo("{\"trace\":\"0x00ff\",\"note\":null}");
    assertThat(unknown.path("next").asText()).contains("rota dlq replay cores --reason UNKNOWN");

    String framing = position("BAD_FRAMING");
    assertThat(text(0, "show", "cores", framing).out())
        .contains(": BAD_FRAMING\n", "no schema id on topic claims", "Avro serializer")
        .contains("as text: {\"chain\":\"polkadot\"}")
        .contains("'rota dlq show cores " + framing + " -o json', write the value");
    JsonNode key = lines(json(0, "show", "cores", position("BAD_KEY"))).get(0);
    assertThat(key.at("/value/para").asInt()).isEqualTo(2002);
    assertThat(key.path("type").asText()).isEqualTo("dev.rota.cores.ParathreadClaim");
    assertThat(key.path("complaint").asText())
        .contains("lane 'polkadot', the record says 'kusama'");
  }

  private void onlyWhatCanBeReadIsSentAgain(int id, Headers headers) throws Exception {
    JsonNode before = lines(json(0, "replay", "cores")).get(0);
    assertThat(before.path("byReason").toString()).isEqualTo("{\"WRONG_PARTITION\":1}");
    assertThat(before.path("unreadable").toString())
        .isEqualTo("{\"BAD_FRAMING\":1,\"BAD_KEY\":1,\"UNKNOWN_SCHEMA\":1}");
    assertThat(claims()).as("nothing is sent without consent").hasSize(4);
    String[] nowhere = {"--registry", "http://127.0.0.1:1"};
    assertThat(text(69, "replay", "cores", nowhere[0], nowhere[1]).err())
        .contains("schema registry");
    assertThat(text(0, "show", "cores", position("UNKNOWN_SCHEMA"), nowhere[0], nowhere[1]).out())
        .contains("schema id    " + id, "which cannot be decoded");

    register(id);
    JsonNode done = lines(json(0, "replay", "cores", "--yes")).get(0);
    assertThat(done.path("sent").asInt()).isEqualTo(2);
    assertThat(done.path("left").asInt()).isZero();
    await().until(() -> claims().size() == 6);
    List<ConsumerRecord<byte[], byte[]>> again =
        claims().stream().filter(one -> header(one, ReplayLineage.COUNT) != null).toList();
    assertThat(again).hasSize(2).allMatch(one -> one.partition() == HOME && one.timestamp() == AT);
    ConsumerRecord<byte[], byte[]> first =
        again.stream().filter(one -> header(one, "trace") != null).findFirst().orElseThrow();
    assertThat(first.key()).isEqualTo(KEY);
    assertThat(first.headers().toArray()).startsWith(headers.toArray()).hasSize(5);
    assertThat(header(first, ReplayLineage.LETTER))
        .isEqualTo(DEAD_LETTERS + "/" + position("UNKNOWN_SCHEMA"));
    assertThat(header(first, ReplayLineage.ORIGIN)).isEqualTo("claims/" + HOME + "/0");
    assertThat(header(first, ReplayLineage.COUNT)).isEqualTo("1");
  }

  private void whatCannotBeReadIsEdited() throws Exception {
    ObjectNode framing = shown(position("BAD_FRAMING"));
    assertThat(edited(2, framing).err()).contains("--edited -: value: it is missing");
    ObjectNode value = framing.putObject("value").put("chain", "polkadot").put("parra", 2003);
    assertThat(edited(2, framing, "--yes").err())
        .contains("--edited -: value.parra: field \"parra\" is unknown");
    value.put("para", 2003).put("collator", "bob").remove("parra");
    assertThat(edited(0, framing).out())
        .contains("cores: 1 would be sent again\n", "BAD_FRAMING 1\n", "add --yes");
    assertThat(claims()).as("nothing is sent without consent").hasSize(6);
    Path file = Files.writeString(dir.resolve("letter.json"), framing.toPrettyString());
    assertThat(text(0, "replay", "cores", "--edited", file.toString(), "--yes").out())
        .contains("cores: 1 sent again");

    String position = position("BAD_KEY");
    ObjectNode key = shown(position);
    assertThat(edited(2, key).err()).contains("key: \"polkadot\", but value.chain is \"kusama\"");
    ((ObjectNode) key.path("value")).put("chain", "polkadot").put("collator", "7");
    JsonNode sent = lines(edited(0, key, "--yes", "-o", "json")).get(0);
    assertThat(sent.path("sent").asInt()).isOne();
    assertThat(sent.path("byReason").toString()).isEqualTo("{\"BAD_KEY\":1}");
    await().until(() -> claims().size() == 8);
    String letter = DEAD_LETTERS + "/" + position;
    assertThat(claims())
        .filteredOn(one -> letter.equals(header(one, ReplayLineage.LETTER)))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.partition()).isEqualTo(HOME);
              assertThat(one.timestamp()).isEqualTo(AT);
              assertThat(one.value())
                  .isEqualTo(cores.framed(new ParathreadClaim(LANE, 2002L, "7")));
            });
    JsonNode again = lines(edited(0, key, "--yes", "-o", "json")).get(0);
    assertThat(again.path("sent").asInt()).isZero();
    assertThat(again.at("/replayedBefore/BAD_KEY").asInt()).isOne();
  }

  private void whatIsSentIsNotSentTwice() throws Exception {
    JsonNode again = lines(json(0, "replay", "cores", "--yes", "--force")).get(0);
    assertThat(again.path("sent").asInt()).isZero();
    assertThat(again.path("replayedBefore")).hasSize(4);
    await().until(() -> claims().size() == 8);
    assertThat(text(0, "list", "cores", "--open").out())
        .isEqualTo("0 dead letters, 0 sent again\n");
    assertThat(text(0, "list", "cores").out())
        .contains("4 dead letters, 4 sent again: ", "to claims/" + HOME + "/");
  }

  @Test
  void whatCameBackThreeTimesIsNotSentAFourthTime() throws Exception {
    send(HOME, KEY, GARBAGE, new RecordHeaders());
    run();
    for (int count = 1; count <= 3; count++) {
      letters(count);
      assertThat(lines(json(0, "replay", "cores", "--yes")).get(0).path("sent").asInt()).isZero();
      assertThat(text(0, "replay", "cores", "--force", "--yes", "--from", "0").out())
          .contains("cores: 1 sent again");
    }
    letters(4);
    ConsumerRecord<byte[], byte[]> last = cores.committed(DEAD_LETTERS).get(3);
    assertThat(header(last, ReplayLineage.COUNT)).isEqualTo("3");
    assertThat(header(last, ReplayLineage.ORIGIN)).isEqualTo("claims/" + HOME + "/0");
    assertThat(Arrays.stream(last.headers().toArray()).map(one -> one.key()))
        .startsWith(
            ReplayLineage.LETTER, ReplayLineage.ORIGIN, ReplayLineage.COUNT, TurnHeaders.TURN);
    assertThat(text(0, "list", "cores", "--open").out()).contains("came back 3 times");

    assertThat(text(1, "replay", "cores", "--yes").out())
        .contains("cores: 0 sent again", "BAD_FRAMING 1; came back 3 times or more", "--force");
    assertThat(claims()).hasSize(4);
    assertThat(text(0, "replay", "cores", "--yes", "--force").out()).contains("1 sent again");
    letters(5);
    assertThat(cores.audit().proved()).isTrue();
  }

  @Test
  void whoIsKilledBeforeTheCommitHasSentNothingAndTheNextOneSendsAll() throws Exception {
    int count = 450;
    deadLetters(count);
    Process victim =
        process(Program.testJvm("-Xmx256m"), HaltedReplay.class.getName(), cores.bootstrap());
    assertThat(victim.waitFor()).as(said()).isEqualTo(9);
    assertThat(cores.isOpen(CoresWire.CLAIMS)).as("they are sent, and not committed").isTrue();

    JsonNode next = lines(json(0, "replay", "cores", "--force", "--yes", "--limit", "300")).get(0);
    assertThat(next.path("sent").asInt()).isEqualTo(300);
    JsonNode rest = lines(json(0, "replay", "cores", "--force", "--yes")).get(0);
    assertThat(rest.path("sent").asInt()).isEqualTo(150);
    assertThat(rest.at("/replayedBefore/BAD_FRAMING").asInt()).isEqualTo(300);
    eachOnce(count);
  }

  @Test
  void ofTwoAtOnceTheLaterOneSendsAllAndTheFirstNothingMore() throws Exception {
    int count = 250;
    deadLetters(count);
    CountDownLatch isSent = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    var first =
        CompletableFuture.runAsync(
            () ->
                HaltedReplay.send(
                    cores.bootstrap(),
                    () -> {
                      isSent.countDown();
                      awaitQuietly(goesOn);
                    }),
            Thread::startVirtualThread);
    isSent.await();
    assertThat(text(0, "replay", "cores", "--force", "--yes").out())
        .contains("cores: 250 sent again");
    goesOn.countDown();
    assertThatThrownBy(first::get)
        .hasRootCauseInstanceOf(ApiException.class)
        .cause()
        .isInstanceOfSatisfying(
            CommandFailure.class, why -> assertThat(why.exit()).isEqualTo(ExitCode.AGAIN))
        .hasMessageContaining("another replay of cores has begun");
    eachOnce(count);
  }

  /** One that the broker refuses makes each go alone, and one of these may fail. */
  @Test
  void whatIsSentAloneCountsThoughALaterOneFails() throws Exception {
    deadLetters(1);
    letter("BAD_FRAMING", new byte[2_000], new RecordHeaders());
    deadLetters(1);
    try (Admin admin = cores.admin()) {
      var small = new AlterConfigOp(new ConfigEntry("max.message.bytes", "1000"), SET);
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(TOPIC, CoresWire.CLAIMS), List.of(small)))
          .all()
          .get();
    }
    List<Sent> told = new ArrayList<>();
    try (LetterReplayer first = HaltedReplay.open(cores.bootstrap(), "120000")) {
      assertThatThrownBy(
              () ->
                  first.send(
                      HaltedReplay.all(cores.bootstrap()),
                      one -> {
                        told.add(one);
                        if (told.size() == 2) {
                          HaltedReplay.open(cores.bootstrap(), "120000").close();
                        }
                      }))
          .hasMessageContaining("another replay of cores has begun");
    }
    assertThat(told).extracting(one -> one.to() != null).containsExactly(true, false);
    eachOnce(1);
  }

  /** Brokers say the same about it as about one who was overtaken. */
  @Test
  void whoTakesTooLongIsNotToldOfAnother() throws Exception {
    deadLetters(3);
    String id = RequiredTopics.replays("cores");
    try (Admin admin = cores.admin()) {
      assertThatThrownBy(
              () ->
                  HaltedReplay.send(
                      cores.bootstrap(), "1000", () -> await().until(() -> isAborted(admin, id))))
          .isInstanceOfSatisfying(
              CommandFailure.class, failure -> assertThat(failure.exit()).isEqualTo(ExitCode.AGAIN))
          .hasMessageContaining("took longer than 1000 ms");
    }
    text(0, "replay", "cores", "--force", "--yes");
    eachOnce(3);
  }

  private static boolean isAborted(Admin admin, String id) throws Exception {
    return admin.describeTransactions(List.of(id)).description(id).get().state()
        == TransactionState.COMPLETE_ABORT;
  }

  /** Other letters lie where those lay that were sent again. */
  @Test
  void lettersOfATopicThatWasMadeAnewAreNotTakenForThoseBefore() throws Exception {
    deadLetters(2);
    text(0, "replay", "cores", "--force", "--yes");
    assertThat(text(0, "list", "cores").out()).contains("2 dead letters, 2 sent again");
    try (Admin admin = cores.admin()) {
      admin.deleteTopics(List.of(DEAD_LETTERS)).all().get();
      await().until(() -> !admin.listTopics().names().get().contains(DEAD_LETTERS));
      MissingTopics.create(admin, RequiredTopics.of(CoresCluster.CORES), PARTITIONS, (short) 1);
    }
    time++;
    deadLetters(2);
    assertThat(text(0, "list", "cores").out()).contains("2 dead letters, 0 sent again");
    assertThat(text(0, "replay", "cores", "--force", "--yes").out()).contains("2 sent again");
    assertThat(claims()).hasSize(4);
  }

  @Test
  void whoIsStoppedOrKilledAnywhereIsContinued() throws Exception {
    int count = 2_000;
    deadLetters(count);
    Process stopped = replayProcess();
    await().until(() -> !claims().isEmpty() || !stopped.isAlive());
    stopped.destroy();
    stopped.waitFor();
    await().until(() -> !cores.isOpen(CoresWire.CLAIMS));
    if (claims().size() < count) {
      assertThat(said()).contains(count - claims().size() + " are left: run it again");
    }
    int before = claims().size();
    Process killed = replayProcess();
    await().until(() -> claims().size() > before || !killed.isAlive());
    killed.destroyForcibly().waitFor();
    JsonNode rest = lines(json(0, "replay", "cores", "--force", "--yes")).get(0);
    assertThat(rest.path("sent").asInt() + rest.at("/replayedBefore/BAD_FRAMING").asInt())
        .isEqualTo(count);
    eachOnce(count);
  }

  /** Whoever was killed had sent it as it is. */
  @Test
  void anEditedLetterIsSentOnceThoughItsSenderWasKilled() throws Exception {
    deadLetters(1);
    Process victim =
        process(Program.testJvm("-Xmx256m"), HaltedReplay.class.getName(), cores.bootstrap());
    assertThat(victim.waitFor()).as(said()).isEqualTo(9);
    ObjectNode letter = shown(HOME + "/0");
    letter.putObject("value").put("chain", LANE).put("para", 2000).put("collator", "bob");
    assertThat(edited(0, letter, "--yes").out()).contains("cores: 1 sent again");
    assertThat(edited(0, letter, "--yes").out())
        .contains("cores: 0 sent again", "BAD_FRAMING 1; sent again before");
    assertThat(text(0, "replay", "cores", "--force", "--yes").out()).contains("0 sent again");
    eachOnce(1);
    assertThat(claims().get(0).value())
        .isEqualTo(cores.framed(new ParathreadClaim(LANE, 2000L, "bob")));
  }

  @Test
  void stubsHeadersAndLimitsAreEditedOrRefused() throws Exception {
    String stub =
        "{\"sha256\":\""
            + "0".repeat(64)
            + "\",\"bytes\":5000,\"limit\":4096,\"source\":\"c/0/1\"}";
    letter("TOO_LARGE", stub.getBytes(UTF_8), new RecordHeaders());
    Headers many = new RecordHeaders();
    for (int i = 0; i < 62; i++) {
      many.add("h" + i, KEY);
    }
    letter("UNKNOWN_SCHEMA", cores.framed(claim(LANE, 2000)), many);
    assertThat(text(0, "replay", "cores", "--dry-run").out())
        .contains("cores: 0 would be sent again", "BAD_HEADERS 1; an engine could not read them")
        .contains("TOO_LARGE 1; cannot be sent from here");

    ObjectNode large = shown(HOME + "/0");
    assertThat(large.path("next").asText())
        .contains("raise input.bytes.max", "the input is at claims/" + HOME + "/7");
    ObjectNode value = large.putObject("value").put("chain", LANE).put("para", 2001);
    value.put("collator", "x".repeat(100_000));
    assertThat(edited(2, large).err())
        .contains("--edited -: value.collator: it has 100000 bytes, at most ");
    assertThat(rota(2, " ".repeat(17 << 20), "replay", "cores", "--edited", "-").err())
        .contains("--edited -: it has more than 16777216 bytes");
    value.put("collator", "bob");
    assertThat(edited(0, large, "--yes").out()).contains("cores: 1 sent again");

    ObjectNode headers = shown(HOME + "/1");
    assertThat(edited(2, headers).err()).contains("BAD_HEADERS: 65");
    assertThat(edited(2, with(headers, "value", "para", "x")).err()).contains("a whole number");
    assertThat(edited(2, with(headers, "headers", "h1", "x")).err())
        .contains("headers.h1: a header can be left out");
    assertThat(edited(2, headers.deepCopy().put("key", "no lane")).err()).contains("is not a lane");
    assertThat(edited(2, headers.deepCopy().put("timestamp", AT + 1)).err())
        .contains("timestamp: that of " + DEAD_LETTERS);
    headers.putObject("headers").put("h1", LANE);
    edited(0, headers, "--yes");
    await().until(() -> claims().size() == 2);
    assertThat(claims().get(1).headers().toArray()).hasSize(4).contains(many.lastHeader("h1"));
  }

  @Test
  void whatIsWrongIsSaidWithItsExitCode() throws Exception {
    assertThat(text(0, "list", "cores").out()).isEqualTo("0 dead letters, 0 sent again\n");
    assertThat(text(0, "replay", "cores", "--yes").out()).contains("cores: 0 sent again");
    raw.send(new ProducerRecord<>(DEAD_LETTERS, 0, KEY, GARBAGE)).get();
    assertThat(text(0, "list", "cores").out()).contains("NO_REASON 1");
    assertThat(text(0, "show", "cores", "0/0").out()).contains("ask who writes to this topic");
    assertThat(text(0, "replay", "cores", "--yes", "--force").out())
        .contains("cores: 0 sent again", "NO_REASON 1; cannot be sent from here");
    String[] edited = {"replay", "cores", "--edited", "-"};
    assertThat(text(2, edited).err()).contains("--edited -: empty");
    assertThat(rota(2, "[]", edited).err()).contains("--edited -: it is no JSON object");
    assertThat(rota(2, "{}", edited).err()).contains("--edited -: letter: it is missing");
    assertThat(rota(2, "{\"letter\":\"claims/0/0\"}", edited).err()).contains("is no position");
    assertThat(rota(3, "{\"letter\":\"0/1\"}", edited).err())
        .contains("no dead letter cores-dead-letters/0/1");
    assertThat(edited(2, shown("0/0")).err())
        .contains("cannot be sent again", "does not say which input it was");
    assertThat(edited(2, shown("0/0"), "--limit", "1").err()).contains("leave out what selects");

    assertThat(text(3, "show", "cores", "0/1").err())
        .contains("no dead letter cores-dead-letters/0/1");
    assertThat(text(3, "show", "cores", DEAD_LETTERS + "/7/0").err()).contains("2 partitions");
    assertThat(text(2, "show", "cores", "0").err()).contains("'0' is no position", "such as 0/17");
    assertThat(text(2, "show", "cores", "claims/0/0").err()).contains("is no position");
    assertThat(text(2, "show", "cores", "0/99999999999999999999").err()).contains("no position");
    assertThat(text(2, "list", "corse").err())
        .contains("no domain 'corse'", "did you mean 'cores'?");
    assertThat(text(2, "list", "cores", "--topic", "clams").err())
        .contains("did you mean 'claims'?");
    assertThat(text(2, "list", "cores", "--from", "2", "--to", "1").err())
        .contains("--from is after");
    assertThat(text(2, "replay", "cores", "--yes", "--dry-run").err()).contains("contradict");
    assertThat(text(2, "replay", "cores", "--returns-max", "0").err())
        .contains("--returns-max is 0");
    String absent = dir.resolve("absent").toString();
    assertThat(text(74, "replay", "cores", "--edited", absent).err())
        .contains(absent + ": no such file");
    assertThat(text(3, "list", "bots").err()).contains("no topic 'bots-dead-letters'");
  }

  /** An engine that has not seen an unknown schema asks for it. */
  private void decide(Callable<Boolean> until) throws Exception {
    cores.decide(dir.resolve("state"), 1, Map.of("rota.unknown.schema.wait.ms", 200L), until);
  }

  private void run() {
    engine = cores.start(dir.resolve("state"), CheckpointSchedule.DEFAULT);
  }

  private void letters(int count) {
    await().until(() -> cores.committed(DEAD_LETTERS).size() == count);
  }

  /** As an engine writes them, but without one: only their headers count here. */
  private void deadLetters(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      letter("BAD_FRAMING", GARBAGE, new RecordHeaders());
    }
    raw.flush();
    try (Admin admin = cores.admin()) {
      MissingTopics.create(
          admin, List.of(RequiredTopics.ofReplays("cores")), PARTITIONS, (short) 1);
    }
  }

  private Process replayProcess() throws IOException {
    String[] words = {"dev.rota.Rota", "dlq", "replay", "cores", "--force", "--yes"};
    return process(Program.jvm("-Xmx256m"), words);
  }

  private Process process(List<String> jvm, String... words) throws IOException {
    List<String> command = new ArrayList<>(jvm);
    command.addAll(List.of(words));
    ProcessBuilder builder = Program.process(command);
    builder.redirectErrorStream(true).redirectOutput(dir.resolve("victim.txt").toFile());
    builder.environment().putAll(variables());
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void letter(String reason, byte[] value, Headers own) {
    own.add(TurnHeaders.TURN, ("~" + HOME + "/1/0").getBytes(UTF_8))
        .add(TurnHeaders.SOURCE, ("claims/" + HOME + "/7").getBytes(UTF_8))
        .add(TurnHeaders.REASON, reason.getBytes(UTF_8));
    var _ = raw.send(new ProducerRecord<>(DEAD_LETTERS, HOME, time, KEY, value, own));
  }

  private String said() throws IOException {
    return Files.readString(dir.resolve("victim.txt"));
  }

  private void eachOnce(int count) {
    await().until(() -> !cores.isOpen(CoresWire.CLAIMS));
    List<ConsumerRecord<byte[], byte[]>> claims = claims();
    assertThat(claims).hasSize(count);
    assertThat(
            claims.stream()
                .map(one -> header(one, ReplayLineage.LETTER))
                .collect(Collectors.toSet()))
        .hasSize(count);
    assertThat(cores.committed(RequiredTopics.replays("cores"))).hasSize(count);
  }

  private List<ConsumerRecord<byte[], byte[]>> claims() {
    return cores.committed(CoresWire.CLAIMS);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return TurnHeaders.text(record.headers(), name);
  }

  private String position(String reason) throws Exception {
    String letter =
        lines(json(0, "list", "cores", "--reason", reason)).get(0).path("letter").asText();
    return letter.substring(DEAD_LETTERS.length() + 1);
  }

  private ObjectNode shown(String position) throws Exception {
    return (ObjectNode) lines(json(0, "show", "cores", position)).get(0);
  }

  private CommandLine edited(int exit, JsonNode letter, String... more) {
    List<String> words = new ArrayList<>(List.of("replay", "cores", "--edited", "-"));
    words.addAll(List.of(more));
    return rota(exit, letter.toString(), words.toArray(String[]::new));
  }

  /** The same with one more or another field there. */
  private static ObjectNode with(ObjectNode letter, String in, String field, String text) {
    ObjectNode other = letter.deepCopy();
    ((ObjectNode) other.path(in)).put(field, text);
    return other;
  }

  private static ParathreadClaim claim(String chain, long para) {
    return new ParathreadClaim(chain, para, "alice");
  }

  /** Schemas that are the present one but for a property get one id after the other. */
  private void register(int id) {
    try (Registry registry = Registry.open(Map.of("schema.registry.url", cores.registry()))) {
      int last = 0;
      for (int i = 0; last < id; i++) {
        Schema schema = new Schema.Parser().parse(ParathreadClaim.getClassSchema().toString());
        schema.addProp("later", i);
        last = registry.register("later-value", schema, false);
      }
      assertThat(last).isEqualTo(id);
    }
  }

  private void send(int partition, byte[] key, byte[] value, Headers headers) throws Exception {
    raw.send(new ProducerRecord<>(CoresWire.CLAIMS, partition, AT, key, value, headers)).get();
  }

  private Map<String, String> variables() {
    Map<String, String> variables = new HashMap<>();
    variables.put("ROTA_HOME", "/nonexistent");
    variables.put("ROTA_PRODUCER_TRANSACTION_TIMEOUT_MS", "120000");
    variables.put("ROTA_BOOTSTRAP_SERVERS", cores.bootstrap());
    variables.put("ROTA_SCHEMA_REGISTRY_URL", cores.registry());
    return variables;
  }

  private CommandLine text(int exit, String... words) {
    return rota(exit, "", words);
  }

  private CommandLine json(int exit, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-o", "json"));
    return rota(exit, "", all.toArray(String[]::new));
  }

  private CommandLine rota(int exit, String in, String... words) {
    List<String> all = new ArrayList<>(List.of("dlq"));
    all.addAll(List.of(words));
    CommandLine done = CommandLine.run(variables(), in, all.toArray(String[]::new));
    assertThat(done.exit())
        .as(String.join(" ", words) + "\n" + done.out() + done.err())
        .isEqualTo(exit);
    return done;
  }

  private static List<JsonNode> lines(CommandLine done) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : done.out().lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }
}
