package dev.rota.app.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.Ran;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static TestCluster cluster;
  private static Map<String, String> variables;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start();
    variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.putAll(
        Map.of(
            "ROTA_HOME", "/nonexistent",
            "ROTA_BOOTSTRAP_SERVERS", cluster.bootstrap(),
            "ROTA_SCHEMA_REGISTRY_URL", cluster.registryUrl()));
    assertThat(rota("", "topics", "create", "--partitions", "3").code()).isZero();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void whatIsProducedIsConsumedAsTheSameLines() throws IOException {
    String lines =
        IntStream.range(0, 50)
            .mapToObj(i -> claim("same" + i % 5, 1_700_000_000_000L + i, i))
            .collect(Collectors.joining());
    Ran sent = rota(lines, "produce");
    assertThat(sent.err()).isEqualTo("sent 50, refused 0\n");
    assertThat(sent.code()).isZero();

    Ran read = rota("", "consume", "claims", "--from", "1700000000000", "--to", "1700000000050");
    assertThat(read.code()).isZero();
    List<JsonNode> records = records(read);
    assertThat(records).hasSize(50);
    assertThat(records.stream().map(record -> record.get("timestamp").asLong()))
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(records.get(7).at("/value/para").asInt()).isEqualTo(7);
    assertThat(records.get(7).has("partition")).isTrue();
    assertThat(records.get(7).has("offset")).isTrue();
  }

  @Test
  void outputOfConsumeIsInputOfProduce() throws Exception {
    makeTopic("copies", 1);
    assertThat(rota(claim("pipe", 1_710_000_000_000L, 1), "produce").code()).isZero();
    Ran read = rota("", "consume", "claims", "--key", "pipe");
    ObjectNode line = (ObjectNode) records(read).get(0);
    Ran again = rota(line + "\n", "produce");
    assertThat(again.err()).isEqualTo("sent 1, refused 0\n");
    assertThat(records(rota("", "consume", "claims", "--key", "pipe"))).hasSize(2);
  }

  @Test
  void aKeyThatIsMissingIsTheLaneThatTheValueNames() throws IOException {
    Ran sent =
        rota(
            "{\"value\":{\"chain\":\"unkeyed\",\"para\":1,\"collator\":\"a\"}}",
            "produce",
            "claims");
    assertThat(sent.code()).isZero();
    assertThat(records(rota("", "consume", "claims", "--key", "unkeyed"))).hasSize(1);
  }

  @Test
  void aKeyThatContradictsItsValueIs2AndNotSent() {
    Ran sent =
        rota(
            claim("kusama", 1_740_000_000_000L, 1)
                .replace("\"key\":\"kusama\"", "\"key\":\"polkadot\""),
            "produce");
    assertThat(sent.code()).isEqualTo(2);
    assertThat(sent.err())
        .contains("line 1: key: \"polkadot\", but value.chain is \"kusama\"")
        .contains("correct one, or omit the key")
        .endsWith("sent 0, refused 1\n");
    assertThat(rota("", "consume", "claims", "--key", "polkadot").out()).isEmpty();
  }

  @Test
  void payloadsThatAreTextAreWrittenAsText() throws IOException {
    Ran sent =
        rota(
            """
            {"value":{"pool":"texts","shard":"0xa1","id":"1","payload":"transfer bob 300"}}
            {"value":{"pool":"texts","shard":"0xa1","id":"2","payload":"0x00ff"}}
            {"value":{"pool":"texts","shard":"0xa1","id":"3","payload":"00ff"}}
            """,
            "produce",
            "shard-transactions");
    assertThat(sent.err()).contains("line 3: value.payload: ").endsWith("sent 2, refused 1\n");
    String[] consume = {"consume", "shard-transactions", "--key", "texts", "--bytes", "text"};
    assertThat(records(rota("", consume)))
        .extracting(record -> record.at("/value/payload").asText())
        .containsExactly("transfer bob 300", "0x00ff");
    consume[5] = "hex";
    assertThat(records(rota("", consume)))
        .extracting(record -> record.at("/value/payload").asText())
        .containsExactly("0x7472616e7366657220626f6220333030", "0x00ff");
    assertThat(records(rota("", "consume", "shard-transactions", "--key", "texts")))
        .as("what programs read is hex, unless they ask")
        .extracting(record -> record.at("/value/payload").asText())
        .containsExactly("0x7472616e7366657220626f6220333030", "0x00ff");
  }

  @Test
  void badLinesAreToldWithNumberAndFieldAndTheOthersAreSent() {
    long future = System.currentTimeMillis() + 3_600_000;
    Ran sent =
        rota(
            claim("some", 1_720_000_000_000L, 1)
                + "{\"topic\":\"claims\",\"value\":{\"chain\":\"some\",\"parra\":1}}\n"
                + "not json\n"
                + claim("some", future, 2)
                + "{\"topic\":\"clams\",\"value\":{}}\n"
                + claim("some", 1_720_000_000_001L, 3),
            "produce");
    assertThat(sent.code()).isEqualTo(2);
    assertThat(sent.err())
        .contains("line 2: value.parra: ", "did you mean 'para'")
        .contains("line 3: ")
        .contains("line 4: timestamp: ", "ahead of the clock")
        .contains("line 5: topic: no topic 'clams'", "did you mean 'claims'", "rota topics create")
        .endsWith("sent 2, refused 4\n");
    assertThat(rota("", "consume", "claims", "--key", "some").lines()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-x", "../x", "a b", "a\\u0000", "\\u202egnp", "\\ud83d\\ude00", "\\u001b[2J"})
  void b7AKeyThatNamesNoLaneIs2AndNotSentAndBreaksNoTerminal(String key) {
    Ran sent =
        rota(
            "{\"topic\":\"claims\",\"key\":\""
                + key
                + "\",\"value\":{\"chain\":\"c\",\"para\":1,\"collator\":\"a\"}}",
            "produce");
    assertThat(sent.code()).isEqualTo(2);
    assertThat(sent.err())
        .contains("line 1: key: \"", "is not a lane", "[A-Za-z0-9]")
        .endsWith("sent 0, refused 1\n")
        .doesNotContain("\u202e", "\u001b", "\u0000");
  }

  @Test
  void b16OneByteOverTheLimitIsRefusedAndTheLimitItselfIsSent() {
    int length = 1_048_575;
    Matcher size =
        Pattern.compile("value: the record has (\\d+) bytes").matcher(large(length).err());
    assertThat(size.find()).isTrue();
    length -= Integer.parseInt(size.group(1)) - 1_048_588;
    Ran over = large(++length);
    while (over.code() == 0) {
      over = large(++length); // a smaller record has shorter lengths of its own, too
    }
    assertThat(over.code()).isEqualTo(2);
    assertThat(over.err())
        .contains("value: the record has 1048589 bytes, shard-transactions allows 1048588");
    Ran most = large(length - 1);
    assertThat(most.code()).as(most.err()).isZero();
    assertThat(most.err()).isEqualTo("sent 1, refused 0\n");
  }

  private static Ran large(int length) {
    return rota(
        "{\"topic\":\"shard-transactions\",\"key\":\"limit\",\"value\":"
            + "{\"pool\":\"limit\",\"shard\":\"s\",\"id\":\"t\",\"payload\":\""
            + "x".repeat(length)
            + "\"}}",
        "produce");
  }

  @Test
  void aRecordThatIsTooLargeIsToldBeforeItIsSent() {
    Ran sent = large(1_100_000);
    assertThat(sent.code()).isEqualTo(2);
    assertThat(sent.err())
        .contains("line 1: value: the record has 1100", "allows 1048588", "max.message.bytes");
  }

  @Test
  void aFieldBeyondItsLimitIsNamedBeforeItIsSent() {
    Ran sent =
        rota(
            claim("fits", 1_720_000_000_000L, 1)
                + "{\"topic\":\"claims\",\"value\":{\"chain\":\"big\",\"para\":1,\"collator\":\""
                + "x".repeat(1000)
                + "\"}}",
            "produce");
    assertThat(sent.code()).isEqualTo(2);
    assertThat(sent.err())
        .contains("line 2: value.collator: it has 1000 bytes, at most 128 are taken: send a")
        .endsWith("sent 1, refused 1\n");
  }

  @Test
  void topicsThatAreNotThereAre3() {
    Ran produced = rota("", "produce", "claimss");
    assertThat(produced.code()).isEqualTo(3);
    assertThat(produced.err()).contains("did you mean 'claims'", "rota topics create");
    Ran consumed = rota("", "consume", "claims", "no-such-topic");
    assertThat(consumed.code()).isEqualTo(3);
    assertThat(consumed.err()).contains("no-such-topic");
  }

  @Test
  void anEmptyRangeIsNoError() throws Exception {
    makeTopic("empty", 2);
    for (String[] range :
        List.of(
            new String[] {"consume", "empty"},
            new String[] {"consume", "empty", "--from", "99"},
            new String[] {"consume", "empty", "--from", "2100-01-01"},
            new String[] {"consume", "empty", "--from", "5", "--to", "5"})) {
      Ran ran = rota("", range);
      assertThat(ran.code()).isZero();
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).isEqualTo("0 records\n");
    }
  }

  @Test
  void whoMistakesAKeyIsToldWhichThereAre() {
    assertThat(rota(claim("kusama", 1_720_000_000_000L, 1), "produce").code()).isZero();
    Ran ran = rota("", "consume", "claims", "--key", "kusma");
    assertThat(ran.code()).isZero();
    assertThat(ran.err()).startsWith("0 records with the key 'kusma'").contains(" There are ");
  }

  @Test
  void offsetsAndLimitsCutTheRange() throws Exception {
    makeTopic("raw", 1);
    send("raw", IntStream.range(0, 10).mapToObj(i -> new byte[] {(byte) (i + 1)}).toList());
    assertThat(records(rota("", "consume", "raw", "--from", "3", "--to", "6")))
        .extracting(record -> record.get("offset").asInt())
        .containsExactly(3, 4, 5);
    assertThat(records(rota("", "consume", "raw", "--limit", "2")))
        .extracting(record -> record.get("value").asText())
        .containsExactly("0x01", "0x02");
    assertThat(rota("", "consume", "raw", "--follow", "--limit", "10").lines()).hasSize(10);
  }

  @Test
  void whatCannotBeDecodedIsPrintedAsHex() throws Exception {
    makeTopic("odd", 1);
    send("odd", List.of(new byte[] {0, 0, 0, 3, (byte) 0xe7, 1}, new byte[] {1}, new byte[0]));
    assertThat(records(rota("", "consume", "odd")))
        .extracting(record -> record.get("value").asText())
        .containsExactly("0x00000003e701", "0x01", "0x");
  }

  @Test
  void onlyCommittedRecordsAreSeenAndMarkersDoNotHoldUpTheEnd() throws Exception {
    makeTopic("transactions", 1);
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", "t"))) {
      producer.initTransactions();
      for (int i = 0; i < 4; i++) {
        producer.beginTransaction();
        var _ = producer.send(new ProducerRecord<>("transactions", new byte[] {(byte) i}));
        producer.flush();
        if (i % 2 == 0) {
          producer.commitTransaction();
        } else {
          producer.abortTransaction();
        }
      }
    }
    assertThat(records(rota("", "consume", "transactions")))
        .extracting(record -> record.get("value").asText())
        .containsExactly("0x00", "0x02");
  }

  @Test
  void aRegistryThatIsDownIs69() {
    assertThat(rota(claim("down", 1_730_000_000_000L, 1), "produce").code()).isZero();
    Ran ran = rota("", "consume", "claims", "--registry", "http://127.0.0.1:1");
    assertThat(ran.code()).isEqualTo(69);
    assertThat(ran.err()).contains("127.0.0.1:1");
  }

  @Test
  void manyRecordsOverManyPartitionsComeWholeAndInOrder() throws Exception {
    makeTopic("many", 5);
    send("many", IntStream.range(0, 30_000).mapToObj(i -> new byte[] {(byte) i, 1}).toList());
    List<JsonNode> records = records(rota("", "consume", "many"));
    assertThat(records).hasSize(30_000);
    assertThat(records.stream().map(record -> record.get("timestamp").asLong())).isSorted();
    for (int partition = 0; partition < 5; partition++) {
      int wanted = partition;
      assertThat(
              records.stream()
                  .filter(record -> record.get("partition").asInt() == wanted)
                  .map(record -> record.get("offset").asLong()))
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  private static Ran rota(String in, String... args) {
    return Ran.rota(variables, in, args);
  }

  private static String claim(String chain, long timestamp, int para) {
    return ("{\"topic\":\"claims\",\"key\":\"%s\",\"timestamp\":%d,"
            + "\"value\":{\"chain\":\"%s\",\"para\":%d,\"collator\":\"alice\"}}%n")
        .formatted(chain, timestamp, chain, para);
  }

  private static List<JsonNode> records(Ran ran) throws IOException {
    assertThat(ran.code()).as(ran.err()).isZero();
    List<JsonNode> records = new java.util.ArrayList<>();
    for (String line : ran.lines()) {
      records.add(JSON.readTree(line));
    }
    return records;
  }

  private static void makeTopic(String name, int partitions) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      TopicSpec spec = new TopicSpec(name, false, Map.of());
      MissingTopics.create(admin, List.of(spec), partitions, (short) 1);
    }
  }

  private static void send(String topic, List<byte[]> values) {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      for (int i = 0; i < values.size(); i++) {
        byte[] key = {(byte) i};
        var _ = producer.send(new ProducerRecord<>(topic, key, values.get(i)));
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> configs = new java.util.HashMap<>(more);
    configs.put("bootstrap.servers", cluster.bootstrap());
    configs.put("max.in.flight.requests.per.connection", 1);
    return new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
