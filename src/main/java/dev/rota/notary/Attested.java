package dev.rota.notary;

import dev.rota.ledger.PageWire;
import dev.rota.partitions.PartitionReader;
import dev.rota.proof.BadProof;
import dev.rota.proof.Checkpoint;
import dev.rota.proof.Leaf;
import dev.rota.proof.MerkleTree;
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
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.Stream;
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
  private final Policy policy;
  private final Note signed;

  /** The newest that witnesses have cosigned, whether it suffices or not; null: nobody has. */
  private final Note cosigned;

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
   * @throws BadProof if they are not signed by a key of the policy, or are those of another ledger
   */
  public Attested(TopicPartition ledger, LogReader log, Policy policy) {
    this.ledger = ledger;
    this.log = log;
    this.policy = policy;
    // First: the signed one is as new or newer.
    this.cosigned = policy.asksNobody() ? null : own(log.note(LogReader.WITNESSED));
    this.signed = own(log.note(LogReader.SIGNED));
  }

  private Note own(Note note) {
    if (note != null) {
      var unused = policy.judge(note); // throws if its signatures are not what they say
      String origin = Checkpoint.parse(note.text()).origin();
      if (!origin.endsWith("/" + ledger.topic() + "/" + ledger.partition())) {
        throw new BadProof("the log is that of %s, not of %s".formatted(origin, ledger));
      }
    }
    return note;
  }

  private long witnessed() {
    return cosigned != null && policy.judge(cosigned).suffices() ? Heads.size(cosigned) : 0;
  }

  /**
   * The offset behind the last of the ledger's records that is signed; 0: nothing is.
   *
   * @throws BadProof if the log's files are not what is signed
   * @throws Rewritten if the ledger has another record there
   */
  public long signedTo(Map<String, Object> kafka) {
    return signedTo(offset -> LedgerRecords.find(kafka, ledger, offset));
  }

  /**
   * The same. No signature covers an offset, so the ledger's record there must be what is signed.
   *
   * @param records by offset; null: it is no longer retained
   */
  long signedTo(LongFunction<LedgerRecord> records) {
    long size = Heads.size(signed);
    if (size == 0) {
      return 0;
    }
    Tile tile = Tile.of(0, (size - 1) / Tile.FULL, size);
    Leaf last = log.leaves(tile).get(tile.width() - 1);
    MerkleTree.verifyInclusion(
        MerkleTree.leaf(last.bytes()),
        size - 1,
        log.at(size).inclusion(size - 1),
        size,
        Checkpoint.parse(signed.text()).root());
    long offset = log.offsets(tile)[tile.width() - 1];
    LedgerRecord record = records.apply(offset);
    if (record != null && !ends(record, last)) {
      throw new Rewritten(
          "%s: the record at offset %d is not the last one that is signed: lane %s, turn %d"
              .formatted(ledger, offset, last.lane(), last.turn()));
    }
    return offset + 1;
  }

  private boolean ends(LedgerRecord record, Leaf last) {
    List<Leaf> leaves = new Leaves(ledger.partition(), false).of(record);
    return Arrays.equals(leaves.get(leaves.size() - 1).bytes(), last.bytes());
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
      return new Turns(check.at() + count.unsigned, Heads.size(signed), witnessed());
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
        root(cosigned, tree);
        tree.append(leaf.bytes());
      }
    }
    root(cosigned, tree);
    root(signed, tree);
    if (Heads.size(cosigned) > size) {
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
   * Cosigns the newest checkpoint that then suffices; if none does, the newest: an auditor has
   * decided every turn up to its size again, each under the rules that its entry names.
   *
   * @return the cosigned checkpoint; null: nothing is signed yet
   */
  public Note cosign(SigningKey auditor, long seconds) {
    List<Note> all =
        Stream.of(signed, cosigned)
            .filter(Objects::nonNull)
            .map(note -> note.with(List.of(auditor.cosign(note.text(), seconds))))
            .toList();
    return all.stream()
        .filter(note -> policy.judge(note).suffices())
        .findFirst()
        .orElse(all.isEmpty() ? null : all.get(0));
  }
}
