package dev.rota.notary;

import dev.rota.ledger.PageWire;
import dev.rota.partitions.PartitionReader;
import dev.rota.proof.BadProof;
import dev.rota.proof.Checkpoint;
import dev.rota.proof.Leaf;
import dev.rota.proof.Note;
import dev.rota.proof.Policy;
import dev.rota.proof.SigningKey;
import dev.rota.proof.Tile;
import dev.rota.proof.TreeHead;
import dev.rota.topics.PageHeaders;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What a notary has signed of a ledger partition, and witnesses have cosigned: read from its log,
 * held to public keys and to the ledger. For who has no part in either.
 */
public final class Attested {
  private static final Duration POLL = Duration.ofMillis(200);

  private final TopicPartition ledger;
  private final LogReader log;
  private final Note witnessed;
  private final Note signed;

  /**
   * How many turns there are.
   *
   * @param turns in the ledger, those that are no longer retained included
   * @param signed of them
   * @param witnessed of them, as the policy wants it
   */
  public record Turns(long turns, long signed, long witnessed) {}

  /**
   * Reads the newest checkpoints. What is signed later does not count.
   *
   * @throws BadProof if they are not signed by a key of the policy
   */
  public Attested(TopicPartition ledger, LogReader log, Policy policy) {
    this.ledger = ledger;
    this.log = log;
    Note cosigned = log.note(LogReader.WITNESSED); // first: the signed one is as new or newer
    this.signed = log.note(LogReader.SIGNED);
    if (signed != null) {
      policy.signer(signed);
    }
    boolean counts = cosigned != null && !policy.asksNobody() && policy.judge(cosigned).suffices();
    this.witnessed = counts ? cosigned : null;
  }

  /** The offset behind the last of the ledger's records that is signed; 0: nothing is. */
  public long signedTo() {
    long size = Heads.size(signed);
    if (size == 0) {
      return 0;
    }
    Tile last = Tile.of(0, (size - 1) / Tile.FULL, size);
    return log.offsets(last)[last.width() - 1] + 1;
  }

  /**
   * Holds the log to its checkpoints, and the ledger to the log.
   *
   * @throws BadProof if the log's files are not what is signed
   * @throws Rewritten if the ledger is not
   */
  public Turns check(Map<String, Object> kafka, End end) {
    roots();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka).assign(List.of(ledger))) {
      long begin = reader.begin(ledger);
      Leaves leaves = new Leaves(ledger.partition(), begin == 0);
      LogCheck check = new LogCheck(log, Heads.size(signed), leaves, begin);
      Count count = new Count(check, leaves, end);
      while (!count.ended && !reader.isAtEnds()) {
        reader.poll(POLL).forEach(count::take);
      }
      check.same();
      return new Turns(check.at() + count.unsigned, Heads.size(signed), Heads.size(witnessed));
    } catch (Rewritten e) {
      throw new Rewritten(ledger + ": " + e.getMessage());
    }
  }

  /** Counts the ledger's turns, up to a page. */
  private static final class Count {
    private final LogCheck check;
    private final Leaves leaves;
    private final End end;
    private long unsigned;
    private boolean ended;

    Count(LogCheck check, Leaves leaves, End end) {
      this.check = check;
      this.leaves = leaves;
      this.end = end;
    }

    void take(ConsumerRecord<byte[], byte[]> line) {
      if (ended) {
        return;
      }
      LedgerRecord record = LedgerRecord.of(line);
      long number = PageHeaders.number(line.headers());
      if (end.number() > 0 && number == end.number()) {
        if (!Arrays.equals(PageWire.seal(record.bytes()), end.seal())) {
          throw new Rewritten("page %d is not the one that was audited".formatted(number));
        }
        ended = true;
      }
      if (check.isDone()) {
        unsigned += leaves.next(record).size();
      } else {
        check.take(line.offset(), record);
      }
    }
  }

  /** The trees over the log's entries must be the ones that are signed. */
  private void roots() {
    long size = Heads.size(signed);
    TreeHead tree = new TreeHead((tile, hashes) -> {});
    for (long at = 0; at < size; at += Tile.FULL) {
      Tile tile = Tile.of(0, at / Tile.FULL, size);
      for (Leaf leaf : log.leaves(tile).subList(0, tile.width())) {
        root(witnessed, tree);
        tree.append(leaf.bytes());
      }
    }
    root(witnessed, tree);
    root(signed, tree);
    if (Heads.size(witnessed) > size) {
      throw new BadProof("more of " + ledger + " is witnessed than signed");
    }
  }

  private void root(Note note, TreeHead tree) {
    if (note != null && Heads.size(note) == tree.size()) {
      Checkpoint head = Checkpoint.parse(note.text());
      if (!Arrays.equals(head.root(), tree.root())) {
        throw new BadProof(
            "the log of %s does not have the %d turns that are signed"
                .formatted(ledger, tree.size()));
      }
    }
  }

  /**
   * Cosigns the checkpoint that is worth most: an auditor has decided every turn up to its size
   * again, each under the rules that its entry names.
   *
   * @return the cosigned checkpoint; null: nothing is signed yet
   */
  public Note cosign(SigningKey auditor, long seconds) {
    Note best = witnessed == null ? signed : witnessed;
    return best == null ? null : best.with(List.of(auditor.cosign(best.text(), seconds)));
  }
}
