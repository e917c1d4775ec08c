package dev.rota.road.stream.past;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.Entry;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.Page;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.Replay;
import dev.rota.kernel.ledger.Verdict;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.road.topics.WireFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decides the turns of a ledger partition again, each to the same. */
public final class PastTurns<S extends State, I, F extends Fact<S>> {
  private final Domain<S, I, F> domain;
  private final Replay<S, I, F> replay;
  private PageEnd end;

  /** The record at hand. */
  private String where;

  /**
   * Goes on behind that end.
   *
   * @param store lanes as they stand there; they take the turns
   */
  public PastTurns(PageEnd end, Domain<S, I, F> domain, int partition, LaneStore<S, I, F> store) {
    this.end = end;
    this.domain = domain;
    this.replay = Replay.after(end, domain, partition, store);
  }

  /** The end of the ledger so far. */
  public PageEnd end() {
    return end;
  }

  /**
   * Decides the turns of the next record again. Returns the bytes of its page.
   *
   * @throws Differs if they are not decided to the same
   * @throws UnknownRules if they are decided by rules that were released after this program
   */
  public int take(ConsumerRecord<byte[], byte[]> record) {
    byte[] bytes = payload(record);
    where = record.topic() + "/" + record.partition() + "/" + record.offset();
    Page page = replay.page(bytes, this::check);
    end = new PageEnd(page.number(), end.turns() + page.turns().size(), PageWire.seal(bytes));
    return bytes.length;
  }

  /** Of a record that is not framed nothing can be decoded. */
  private static byte[] payload(ConsumerRecord<byte[], byte[]> record) {
    byte[] bytes = WireFormat.payload(record.headers(), record.value());
    return bytes == null ? new byte[0] : bytes;
  }

  private void check(Verdict verdict) {
    if (verdict instanceof Verdict.Differs differs) {
      throw new Differs(
          "%s: %s differs: expected %s, found %s"
              .formatted(
                  where,
                  told(differs),
                  differs.divergence().expected(),
                  differs.divergence().found()));
    }
    if (verdict instanceof Verdict.Unproved unproved) {
      throw unproved(unproved.entry(), unproved.reason());
    }
  }

  private RuntimeException unproved(Entry entry, Verdict.Reason why) {
    int rules = Math.max(entry.rules(), entry.rulesAfter());
    return switch (why) {
      case LOST, LEFT_OUT ->
          new Differs(
              "turns before turn %d of lane '%s' are missing"
                  .formatted(entry.number(), entry.lane()));
      case OLD_RULES, AFTER_OLD_RULES ->
          new Differs(
              "turn %d of lane '%s' follows decisions of rules that cannot run here"
                  .formatted(entry.number(), entry.lane()));
      case UNKNOWN_RULES ->
          new UnknownRules(domain.name(), entry.lane(), rules, domain.engine().rules());
    };
  }

  private static String told(Verdict.Differs differs) {
    String lane = differs.divergence().lane();
    return lane == null
        ? differs.divergence().what()
        : "%s of turn %d of lane '%s'"
            .formatted(differs.divergence().what(), differs.divergence().number(), lane);
  }
}
