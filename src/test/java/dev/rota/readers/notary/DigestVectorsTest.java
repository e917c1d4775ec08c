package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.book.DocBlock;
import dev.rota.base.lines.JsonAvro;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.stream.OfflineStreams;
import dev.rota.road.stream.OfflineStreams.Sent;
import dev.rota.testing.NotRun;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

/**
 * Digests for outsiders, in {@code docs/vectors/digests.json}: what Rota computes, and here once
 * more as the pages for outsiders say it, with nothing of Rota. {@code -Drota.docs=write} writes
 * the file.
 */
class DigestVectorsTest {
  private static final boolean WRITES = "write".equals(System.getProperty("rota.docs"));
  private static final Path FILE = Path.of("docs/vectors/digests.json");
  private static final HexFormat HEX = HexFormat.of();
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String LANE = "polkadot";

  private static final List<String> INPUTS =
      List.of(
          "block-events {\"chain\":\"polkadot\",\"number\":0,\"session\":{\"index\":1,\"validators\":9,"
              + "\"parachains\":[1,2],\"parathreads\":[2000],\"config\":{\"parathreadCores\":1,"
              + "\"schedulingLookahead\":2,\"parathreadRetries\":1}}}",
          "claims {\"chain\":\"polkadot\",\"para\":2000,\"collator\":\"alice\"}",
          "claims {\"chain\":\"polkadot\",\"para\":2000,\"collator\":\"bob\"}",
          "block-events {\"chain\":\"polkadot\",\"number\":1}");

  @Test
  void theFileHasWhatRotaComputes() throws IOException {
    JsonNode made = JSON.readTree(made().toString());
    if (WRITES) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, JSON.writeValueAsString(made) + "\n");
    }
    assertThat(JSON.readTree(FILE.toFile())).isEqualTo(made);
  }

  private static ObjectNode made() throws IOException {
    ObjectNode all = JSON.createObjectNode();
    all.put(
        "about", "Digests of a short history of the domain cores. Bytes are hexadecimal digits.");
    all.put("pages", "A page is a LedgerPage in Avro binary, without the schema id before it.");
    OfflineStreams streams = new OfflineStreams(new CoresDomain());
    ArrayNode sources = all.putArray("sources");
    ArrayNode seals = all.putArray("seals");
    ArrayNode turns = all.putArray("turns");
    List<TurnLeaf> leaves = new ArrayList<>();
    byte[] seal = new byte[32];
    long millis = 1_700_000_000_000L;
    for (String input : INPUTS) {
      String topic = input.substring(0, input.indexOf(' '));
      byte[] value = value(topic, input.substring(topic.length() + 1));
      List<Sent> sent = streams.take(topic, LANE.getBytes(UTF_8), value, millis += 6_000);
      List<PublishedOutput> outputs = new ArrayList<>();
      for (Sent one : sent) {
        if (one.topic().equals("cores-ledger")) {
          TurnPage page = new PageWire().decode(one.bytes());
          assertThat(page.turns()).hasSize(1);
          sources
              .addObject()
              .put("key", HEX.formatHex(LANE.getBytes(UTF_8)))
              .put("value", HEX.formatHex(value))
              .put("digest", HEX.formatHex(page.turns().get(0).source().digest()));
          seals
              .addObject()
              .put("before", HEX.formatHex(seal))
              .put("page", HEX.formatHex(one.bytes()))
              .put("seal", HEX.formatHex(PageWire.seal(one.bytes())));
          seal = PageWire.seal(one.bytes());
          leaves.add(turn(turns.addObject(), one.bytes(), page.turns().get(0), outputs));
        } else {
          outputs.add(output(one));
        }
      }
    }
    tree(all.putObject("tree"), leaves);
    state(all.putObject("state"));
    return all;
  }

  private static byte[] value(String topic, String json) throws IOException {
    Schema schema =
        new CoresDomain()
            .wire().inputs().stream()
                .filter(input -> input.topic().equals(topic))
                .map(InputTopic::schema)
                .findFirst()
                .orElseThrow();
    return JsonAvro.encode(schema, JSON.readTree(json));
  }

  private static PublishedOutput output(Sent one) {
    Channel channel =
        Arrays.stream(Channel.values())
            .filter(each -> each.topic("cores").equals(one.topic()))
            .findFirst()
            .orElseThrow();
    return new PublishedOutput(channel, one.headers().get("rota.rule"), null, one.bytes());
  }

  private static TurnLeaf turn(
      ObjectNode to, byte[] record, TurnEntry turn, List<PublishedOutput> outputs) {
    SignedPage signed = SignedPage.of(record, turn.lane(), turn.number());
    TurnLeaf leaf = new OutputEvidence(0, signed, outputs).leaf();
    to.put("lane", turn.lane()).put("number", turn.number());
    ArrayNode all = to.putArray("outputs");
    for (PublishedOutput one : outputs) {
      all.addObject()
          .put("channel", one.channel().name())
          .put("rule", one.rule())
          .put("payload", HEX.formatHex(one.payload()));
    }
    to.put("outputsDigest", HEX.formatHex(turn.outputsDigest()));
    to.put("page", HEX.formatHex(signed.page()));
    to.put("digest", HEX.formatHex(leaf.digest())).put("entry", HEX.formatHex(leaf.bytes()));
    return leaf;
  }

  private static void tree(ObjectNode to, List<TurnLeaf> leaves) {
    to.put("about", "the Merkle tree of RFC 6962 over the entries of the turns, in their order");
    List<byte[]> hashes = leaves.stream().map(leaf -> MerkleTree.leaf(leaf.bytes())).toList();
    hashes.forEach(hash -> to.withArray("leaves").add(HEX.formatHex(hash)));
    assertThat(hashes).hasSize(4);
    byte[] right = node(hashes.get(2), hashes.get(3));
    byte[] root = node(node(hashes.get(0), hashes.get(1)), right);
    MerkleTree.verifyInclusion(hashes.get(0), 0, List.of(hashes.get(1), right), 4, root);
    to.put("root", HEX.formatHex(root));
  }

  /** Rows of a table as a lane has them; their keys begin with the table's number. */
  private static void state(ObjectNode to) {
    to.put("about", "a lane's state digest: the sum of the hashes of its rows, modulo 2^64");
    TreeRows rows = new TreeRows();
    Tables tables = new Tables(rows, 0);
    Codec<String> text = Codec.of((value, fields) -> fields.text(value), FieldReader::text);
    Table<Long, String> table = tables.open(7, Codec.LONG, text);
    for (String value : List.of("", "alice", "eight by", "a text of more than eight bytes, ü")) {
      table.put((long) value.length(), value);
    }
    for (Row row : rows.page(KeySpan.startingWith(new byte[] {7}), 10)) {
      to.withArray("rows")
          .addObject()
          .put("key", HEX.formatHex(row.key()))
          .put("value", HEX.formatHex(row.value()))
          .put("hash", HEX.toHexDigits(Tables.hash(row.key(), row.value())));
    }
    to.put("digest", HEX.toHexDigits(tables.digest()));
  }

  @Test
  void anOutsiderComputesTheSame() throws IOException {
    JsonNode all = made();
    for (JsonNode one : all.path("sources")) {
      byte[] whole = sha(fields(hex(one, "key"), hex(one, "value")));
      assertThat(Arrays.copyOf(whole, 16)).isEqualTo(hex(one, "digest"));
    }
    byte[] before = new byte[32];
    for (JsonNode one : all.path("seals")) {
      byte[] page = hex(one, "page");
      byte[] body = Arrays.copyOf(page, page.length - 32);
      assertThat(hex(one, "before")).isEqualTo(before);
      before = sha(fields(before, body));
      assertThat(before).isEqualTo(hex(one, "seal"));
      assertThat(Arrays.copyOfRange(page, body.length, page.length)).isEqualTo(before);
    }
    List<byte[]> leaves = new ArrayList<>();
    for (JsonNode one : all.path("turns")) {
      leaves.add(sha(join(new byte[] {0}, entry(one))));
    }
    for (int i = 0; i < leaves.size(); i++) {
      assertThat(all.at("/tree/leaves/" + i).asText()).isEqualTo(HEX.formatHex(leaves.get(i)));
    }
    byte[] left = node(leaves.get(0), leaves.get(1));
    byte[] right = node(leaves.get(2), leaves.get(3));
    assertThat(node(left, right)).isEqualTo(hex(all.path("tree"), "root"));
  }

  /** The three steps of docs/proofs.md. */
  private static byte[] entry(JsonNode turn) throws IOException {
    ByteArrayOutputStream outputs = new ByteArrayOutputStream();
    for (JsonNode one : turn.path("outputs")) {
      outputs.write(
          fields(
              one.path("channel").asText().getBytes(UTF_8),
              one.path("rule").asText().getBytes(UTF_8),
              hex(one, "payload")));
    }
    byte[] outputsDigest = sha(outputs.toByteArray());
    assertThat(outputsDigest).isEqualTo(hex(turn, "outputsDigest"));

    byte[] page = hex(turn, "page");
    Schema schema =
        new Schema.Parser().parse(Files.readString(Path.of("schemas/ledger/LedgerPage.avsc")));
    GenericRecord read =
        new GenericDatumReader<GenericRecord>(schema)
            .read(null, DecoderFactory.get().binaryDecoder(page, null));
    GenericRecord only = (GenericRecord) ((List<?>) read.get("turns")).get(0);
    assertThat(((GenericFixed) only.get("outputsDigest")).bytes()).isEqualTo(outputsDigest);
    byte[] digest = sha(page);
    assertThat(digest).isEqualTo(hex(turn, "digest"));

    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(entry);
    to.writeByte(1);
    to.writeUTF(turn.path("lane").asText()); // two bytes of length, then UTF-8
    to.writeLong(turn.path("number").asLong());
    to.write(digest);
    assertThat(entry.toByteArray()).isEqualTo(hex(turn, "entry"));
    return entry.toByteArray();
  }

  @Test
  void anOutsiderComputesTheStateDigest() throws IOException {
    JsonNode state = made().path("state");
    long sum = 0;
    for (JsonNode row : state.path("rows")) {
      long hash = mix(absorb(absorb(0x9e3779b97f4a7c15L, hex(row, "key")), hex(row, "value")));
      assertThat(HEX.toHexDigits(hash)).isEqualTo(row.path("hash").asText());
      sum += hash;
    }
    assertThat(HEX.toHexDigits(sum)).isEqualTo(state.path("digest").asText());
  }

  /** The program of docs/schemas.md, on the file that the page names. */
  @Test
  void theProgramOfThePageComputesTheStateDigest() throws Exception {
    String asked =
        """
        import json
        rows = [(bytes.fromhex(row['key']), bytes.fromhex(row['value']))
                for row in json.load(open('docs/vectors/digests.json'))['state']['rows']]
        for key, value in rows:
            print('%016x' % row_hash(key, value))
        print('%016x' % state_digest(rows))
        """;
    String page = DocBlock.having(Path.of("docs/schemas.md"), "def absorb(").text();
    Process python;
    try {
      python = new ProcessBuilder("python3", "-c", page + asked).redirectErrorStream(true).start();
    } catch (IOException _) {
      NotRun.unless(false, "the program of docs/schemas.md: there is no python3");
      return;
    }
    String printed = new String(python.getInputStream().readAllBytes(), UTF_8);
    JsonNode state = JSON.readTree(FILE.toFile()).path("state");
    List<String> hashes = new ArrayList<>();
    state.path("rows").forEach(row -> hashes.add(row.path("hash").asText()));
    assertThat(hashes).hasSizeGreaterThan(3);
    hashes.add(state.path("digest").asText());
    assertThat(printed.lines()).containsExactlyElementsOf(hashes);
  }

  private static long absorb(long seed, byte[] bytes) {
    long hash = seed ^ mix(bytes.length + 0x94d049bb133111ebL);
    ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (from.remaining() >= 8) {
      hash =
          Long.rotateLeft(hash ^ mix(from.getLong()), 27) * 0xbf58476d1ce4e5b9L
              + 0x9e3779b97f4a7c15L;
    }
    long tail = 0;
    while (from.hasRemaining()) {
      tail = tail << 8 | Byte.toUnsignedLong(from.get());
    }
    return Long.rotateLeft(hash ^ mix(tail), 31) * 0x94d049bb133111ebL;
  }

  private static long mix(long x) {
    long z = (x ^ x >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  private static byte[] node(byte[] left, byte[] right) {
    return sha(join(new byte[] {1}, join(left, right)));
  }

  /** Each after its length in four bytes. */
  private static byte[] fields(byte[]... some) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] one : some) {
      all.write(ByteBuffer.allocate(4).putInt(one.length).array());
      all.write(one);
    }
    return all.toByteArray();
  }

  private static byte[] join(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private static byte[] sha(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static byte[] hex(JsonNode node, String field) {
    return HEX.parseHex(node.path(field).asText());
  }
}
