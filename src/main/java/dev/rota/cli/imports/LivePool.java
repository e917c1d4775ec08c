package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Root;
import dev.rota.domain.Domain;
import dev.rota.settings.Settings;
import dev.rota.starknet.StarknetTransaction;
import java.util.HexFormat;

/** A pool on a cluster: transactions go to its topic, and what becomes of them is waited for. */
final class LivePool implements AutoCloseable {
  private final PoolReport report = new PoolReport();
  private final LiveLane lane;
  private final int rate;
  private long block = -1;
  private long sent;

  /**
   * Connects; fails within seconds when that is not possible.
   *
   * @param rate transactions per second; 0: as fast as they are taken
   */
  LivePool(Root root, Settings settings, Domain<?, ?, ?> domain, String pool, int rate) {
    this.lane = LiveLane.open(root, settings, domain, pool, report);
    this.rate = rate;
  }

  /** Sends it, after its block's environment when that is a new one. */
  @SuppressWarnings("FutureReturnValueIgnored") // the lane hears the same
  void send(StarknetTransaction transaction) {
    if (transaction.block() != block) {
      block = transaction.block();
      lane.send("block-environments", environment(transaction));
    }
    lane.pace(sent++, rate);
    report.sent(transaction.contract(), transaction.hash());
    lane.send("shard-transactions", submitted(transaction));
    lane.peek();
  }

  private ObjectNode environment(StarknetTransaction of) {
    return lane.value().put("number", of.block()).put("timestamp", of.timestamp());
  }

  private ObjectNode submitted(StarknetTransaction of) {
    ObjectNode value = lane.value().put("shard", of.contract()).put("id", of.hash());
    if (of.nonce() != null) {
      value.put("sender", of.contract()).put("nonce", of.nonce());
    }
    return value.put("payload", "0x" + HexFormat.of().formatHex(payload(of.type())));
  }

  /** One word for the type, whatever it has in it: the machine reads words. */
  static byte[] payload(String type) {
    return ("add " + type.replaceAll("\\s", "_") + " 1").getBytes(UTF_8);
  }

  /** Waits until every transaction is settled. */
  PoolReport settle() {
    lane.settle();
    return report;
  }

  @Override
  public void close() {
    lane.close();
  }
}
