package dev.rota.lab.verbs.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.FlagValidator;
import dev.rota.base.lines.AnswerRecord;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.base.settings.Settings;
import dev.rota.domains.Domains;
import dev.rota.lab.starknet.StarknetReader;
import dev.rota.lab.starknet.StarknetTransaction;
import dev.rota.lab.starknet.TransactionPlayback;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.avro.generic.IndexedRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rota import starknet}: sends transactions of a real chain to a pool of shards. */
@Command(
    name = "starknet",
    description = {
      "send transactions of Starknet, as lines of JSON, to a pool of shards",
      "",
      "Each contract is a shard; the block's number and time are the block environment. A"
          + " transaction adds 1 to a number of its contract's storage that is named as its type:"
          + " what it really did is not in the file. The import ends when every transaction is in"
          + " a block, or has failed or been refused.",
      "--save needs no broker: the engine runs in this process, and so do workers, in virtual time."
    })
final class ImportStarknet extends LaneImporter<StarknetTransaction, SentTransactions> {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String TRANSACTIONS = Domains.inputTopic("ShardTransaction");
  private static final int WORKERS_MAX = 10_000;
  private static final int EACH_MAX = 3_600_000;
  private static final long SECOND_MILLIS = 1000;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      defaultValue = "starknet",
      description = "the lane; default: ${DEFAULT-VALUE}")
  private String pool;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "write the events as lines instead of sending them, as for 'rota simulate'")
  private Path save;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "with --save: workers of one slot; default: ${DEFAULT-VALUE}")
  private int workers;

  @Option(
      names = "--each",
      paramLabel = "MILLIS",
      defaultValue = "20",
      description = "with --save: what a transaction takes; default: ${DEFAULT-VALUE}")
  private int each;

  private long block = -1;

  ImportStarknet() {
    super("shards", StarknetReader::new, new SentTransactions());
  }

  @Override
  String lane() {
    return pool;
  }

  @Override
  void check(FlagValidator flags) {
    super.check(flags);
    flags.within("--workers", workers, 1, WORKERS_MAX);
    flags.within("--each", each, 0, EACH_MAX);
    if (save != null && rate() == 0) {
      throw flags.usage("--save plays in virtual time: say how many come per second with --rate");
    }
  }

  @Override
  ImportReport run(Settings settings) throws IOException {
    return save == null ? super.run(settings) : play();
  }

  private ImportReport play() throws IOException {
    try (SkippingReader<StarknetTransaction> records = records();
        OfflineGrid taker = new OfflineGrid(domain(), save)) {
      List<StarknetTransaction> all = new ArrayList<>();
      records.forEachRemaining(all::add);
      long beginMillis = all.isEmpty() ? 0 : all.get(0).timestamp() * SECOND_MILLIS;
      TransactionPlayback playback =
          new TransactionPlayback(events(all).iterator(), pool, workers, each, rate(), beginMillis);
      SentTransactions account = new SentTransactions();
      for (Envelope next = playback.next(); next != null; next = playback.next()) {
        if (next.topic().equals(TRANSACTIONS)) {
          account.sent(next.value().path("shard").asText(), next.value().path("id").asText());
        }
        List<? extends IndexedRecord> told = taker.take(List.of(next));
        told.stream()
            .filter(one -> new AnswerRecord(one).kind().equals("PoolOutcome"))
            .forEach(outcome -> account.hear("", outcome));
        playback.hear(told);
      }
      return account.offline(records.refused());
    }
  }

  private List<Envelope> events(List<StarknetTransaction> all) {
    List<Envelope> events = new ArrayList<>();
    for (StarknetTransaction one : all) {
      each(
          one,
          (record, value) -> {
            EnvelopeMetadata head = EnvelopeMetadata.of(Domains.inputTopic(record), pool, 0);
            events.add(new Envelope(head, value.put("pool", pool)));
          });
    }
    return events;
  }

  /** Sends the transaction. A new block's environment precedes it. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the lane reports the same failure
  void send(LiveLane lane, StarknetTransaction one, SentTransactions account) {
    account.sent(one.contract(), one.hash());
    each(one, (record, value) -> lane.send(record, value.put("pool", pool)));
  }

  /** Makes the transaction's events: values by the names of their records, without the pool. */
  private void each(StarknetTransaction one, BiConsumer<String, ObjectNode> to) {
    if (one.block() != block) {
      block = one.block();
      to.accept(
          "BlockEnvironment",
          JSON.objectNode().put("number", block).put("timestamp", one.timestamp()));
    }
    ObjectNode value = JSON.objectNode().put("shard", one.contract()).put("id", one.hash());
    if (one.nonce() != null) {
      value.put("sender", one.contract()).put("nonce", one.nonce());
    }
    value.put("payload", "0x" + HexFormat.of().formatHex(payload(one.type())));
    to.accept("ShardTransaction", value);
  }

  /** Replaces spaces in the type, because the machine splits payloads at spaces. */
  static byte[] payload(String type) {
    return ("add " + type.replaceAll("\\s", "_") + " 1").getBytes(UTF_8);
  }
}
