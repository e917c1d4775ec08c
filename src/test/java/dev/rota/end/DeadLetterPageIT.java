package dev.rota.end;

import static dev.rota.end.CoresCluster.DEAD_LETTERS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.book.DocBlock;
import dev.rota.base.book.ShownOutput;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.road.topics.LaneKey;
import dev.rota.testing.Patience;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The blocks of {@code docs/dead-letters.md}, beside an engine that decides. */
@ExtendWith(Patience.class)
class DeadLetterPageIT {
  private static final Path PAGE = Path.of("docs/dead-letters.md");
  private static final int PARTITIONS = 2;
  private static final byte[] KEY = "polkadot".getBytes(UTF_8);
  private static final int HOME = LaneKey.partition(KEY, PARTITIONS);

  static {
    GeneratedClasses.trust();
  }

  @TempDir private Path dir;
  private CoresCluster cores;
  private KafkaProducer<byte[], byte[]> raw;

  @BeforeEach
  void start() {
    cores = CoresCluster.start(PARTITIONS);
    raw = cores.rawProducer();
  }

  @AfterEach
  void stop() {
    raw.close();
    cores.close();
  }

  @Test
  void theyAreListedAndSentAgainEditedAsThePageShowsIt() throws Exception {
    byte[] early = framed("polkadot");
    ByteBuffer.wrap(early).putInt(1, 99_999);
    send(early);
    send("{\"chain\":\"polkadot\"}".getBytes(UTF_8));
    decided(2);
    rota(List.of("dlq", "replay", "cores", "--reason", "BAD_FRAMING", "--force", "--yes"));
    decided(3);
    isAsShown("dlq list", Map.of());

    send(framed("kusama"));
    decided(4);
    String key =
        rota(List.of("dlq", "list", "cores", "--reason", "BAD_KEY", "-o", "json"))
            .lines()
            .findFirst()
            .orElseThrow();
    String letter = new ObjectMapper().readTree(key).path("letter").asText();
    List<String> show = new ArrayList<>(block("dlq show").commands().get(0));
    assertThat(show).contains("0/7");
    show.replaceAll(word -> word.equals("0/7") ? letter : word);
    Path file =
        Files.writeString(dir.resolve("letter.json"), rota(show).replace("kusama", "polkadot"));
    isAsShown("--edited", Map.of("letter.json", file.toString()));
  }

  /** The block of this command prints what the page shows below it. */
  private void isAsShown(String command, Map<String, String> here) {
    DocBlock block = block(command);
    DocBlock shown =
        DocBlock.of(PAGE).stream()
            .filter(one -> one.isOutput() && one.above().equals(block))
            .findFirst()
            .orElseThrow();
    assertThat(block.commands()).hasSize(1);
    List<String> words = block.commands().get(0);
    String printed = rota(words.stream().map(word -> here.getOrDefault(word, word)).toList());
    assertThat(new ShownOutput(shown.text()).isLike(printed))
        .as("%s shows:%n%s%nprinted:%n%s", shown, shown.text(), printed)
        .isTrue();
  }

  private static DocBlock block(String command) {
    return DocBlock.of(PAGE).stream()
        .filter(one -> one.isShell() && one.text().contains(command))
        .findFirst()
        .orElseThrow();
  }

  private String rota(List<String> words) {
    Map<String, String> variables = new HashMap<>();
    variables.put("ROTA_HOME", "/nonexistent");
    variables.put("ROTA_BOOTSTRAP_SERVERS", cores.bootstrap());
    variables.put("ROTA_SCHEMA_REGISTRY_URL", cores.registry());
    CommandLine ran = CommandLine.run(variables, "", words.toArray(String[]::new));
    assertThat(ran.exit()).as("%s: %s%s", words, ran.out(), ran.err()).isZero();
    return ran.out();
  }

  /** An engine that has not seen an unknown schema asks for it, though not for long here. */
  private void decided(int letters) throws Exception {
    cores.decide(
        dir.resolve("state"),
        1,
        Map.of("rota.unknown.schema.wait.ms", 200L),
        () -> cores.committed(DEAD_LETTERS).size() == letters);
  }

  private byte[] framed(String chain) {
    return cores.framed(new ParathreadClaim(chain, 2002L, "alice"));
  }

  /** Now, as the page lists what is new. */
  private void send(byte[] value) throws Exception {
    raw.send(new ProducerRecord<>(CoresWire.CLAIMS, HOME, KEY, value)).get();
  }
}
