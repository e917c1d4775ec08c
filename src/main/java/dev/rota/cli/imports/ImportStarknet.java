package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.starknet.StarknetReader;
import dev.rota.starknet.StarknetTransaction;
import java.util.HexFormat;
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
          + " a block, or has failed or been refused."
    })
final class ImportStarknet extends LaneImporter<StarknetTransaction, Transactions> {
  @Option(
      names = "--pool",
      paramLabel = "NAME",
      defaultValue = "starknet",
      description = "the lane; default: ${DEFAULT-VALUE}")
  private String pool;

  private long block = -1;

  ImportStarknet() {
    super("shards", StarknetReader::new, new Transactions());
  }

  @Override
  String lane() {
    return pool;
  }

  /** Sends the transaction. A new block's environment precedes it. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the lane reports the same failure
  void send(LiveLane lane, StarknetTransaction one, Transactions account) {
    if (one.block() != block) {
      block = one.block();
      ObjectNode value = lane.value().put("number", block).put("timestamp", one.timestamp());
      lane.send("BlockEnvironment", value);
    }
    ObjectNode value = lane.value().put("shard", one.contract()).put("id", one.hash());
    if (one.nonce() != null) {
      value.put("sender", one.contract()).put("nonce", one.nonce());
    }
    value.put("payload", "0x" + HexFormat.of().formatHex(payload(one.type())));
    account.sent(one.contract(), one.hash());
    lane.send("ShardTransaction", value);
  }

  /** Replaces spaces in the type, because the machine splits payloads at spaces. */
  static byte[] payload(String type) {
    return ("add " + type.replaceAll("\\s", "_") + " 1").getBytes(UTF_8);
  }
}
