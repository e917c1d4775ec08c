package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.TurnReader;
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
public final class AttestedLog {
  private static final Duration POLL = Duration.ofMillis(200);

  private final TopicPartition ledger;
  private final LogReader log;
  private final TrustPolicy policy;
  private final SignedNote signed;

  /** The newest that witnesses have cosigned, whether it suffices or not; null: nobody has. */
  private final SignedNote cosigned;

  /**
   * How a log and a ledger agree, one to one.
   *
   * @param turns that the audit has verified
   * @param signed of them
   * @param witnessed of them, as the policy wants it
   * @param before how many leaves of the log are turns before them
   * @param end the log's tree up to the last of them, by the ledger's own turns; null: it is not
   *     known
   * @param lacking why an auditor cannot vouch for each leaf; null: it can
   */
  public record Agreed(
      long turns, long signed, long witnessed, long before, LogCheckpoint end, String lacking) {}

  /**
   * Reads the newest checkpoints. What is signed later does not count.
   *
   * @throws BadProof if they are not signed by a key of the policy, or are those of another ledger
   */
  public AttestedLog(TopicPartition ledger, LogReader log, TrustPolicy policy) {
    this.ledger = ledger;
    this.log = log;
    this.policy = policy;
    // First: the signed one is as new or newer.
    this.cosigned = policy.asksNobody() ? null : own(log.note(LogReader.WITNESSED));
    this.signed = own(log.note(LogReader.SIGNED));
  }

  private SignedNote own(SignedNote note) {
    if (note != null) {
      var _ = policy.judge(note); // throws if its signatures are not what they say
      String origin = LogCheckpoint.parse(note.text()).origin();
      if (!origin.endsWith("/" + ledger.topic() + "/" + ledger.partition())) {
        throw new BadProof("the log is that of %s, not of %s".formatted(origin, ledger));
      }
    }
    return note;
  }

  private long witnessed() {
    return cosigned != null && policy.judge(cosigned).suffices() ? LogHeads.size(cosigned) : 0;
  }

  /**
   * The offset behind the last of the ledger's records that is signed; 0: nothing is.
   *
   * @throws BadProof if the log's files are not what is signed
   * @throws LedgerRewritten if the ledger has another record there
   */
  public long signedTo(Map<String, Object> kafka) {
    return signedTo(offset -> LedgerRecords.find(kafka, ledger, offset));
  }

  /**
   * The same. No signature covers an offset, so the ledger's record there must be what is signed.
   *
   * @param records by offset; null: it is no longer retained
   */
  long signedTo(LongFunction<byte[]> records) {
    long size = LogHeads.size(signed);
    if (size == 0) {
      return 0;
    }
    TilePosition tile = TilePosition.of(0, (size - 1) / TilePosition.FULL, size);
    TurnLeaf last = log.leaves(tile).get(tile.width() - 1);
    MerkleTree.verifyInclusion(
        MerkleTree.leaf(last.bytes()),
        size - 1,
        log.at(size).inclusion(size - 1),
        size,
        LogCheckpoint.parse(signed.text()).root());
    long offset = log.offsets(tile)[tile.width() - 1];
    byte[] record = records.apply(offset);
    if (record != null && !ends(record, last)) {
      throw new LedgerRewritten(
          "%s: the record at offset %d is not the last one that is signed: lane %s, turn %d"
              .formatted(ledger, offset, last.lane(), last.turn()));
    }
    return offset + 1;
  }

  private boolean ends(byte[] record, TurnLeaf last) {
    List<TurnLeaf> leaves = new PageLeaves(ledger.partition(), false).of(record);
    return Arrays.equals(leaves.get(leaves.size() - 1).bytes(), last.bytes());
  }

  /**
   * Holds the log to its checkpoints, and the audited turns to the log.
   *
   * @param own what the auditor's key has vouched for before
   * @throws BadProof if the log's files are not what is signed
   * @throws LedgerRewritten if the ledger is not
   */
  public Agreed check(Map<String, Object> kafka, AuditedPages audited, VouchedTurns own) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka).assign(List.of(ledger))) {
      LogMatch match = match(audited, own, reader.begin(ledger) == 0);
      while (!match.isEnded() && !reader.isAtEnds()) {
        for (ConsumerRecord<byte[], byte[]> line : reader.poll(POLL)) {
          match.take(line.offset(), TurnReader.bytes(line));
        }
      }
      return match.agreed();
    } catch (LedgerRewritten e) {
      throw new LedgerRewritten(ledger + ": " + e.getMessage());
    } catch (BadProof e) {
      throw new BadProof(ledger + ": " + e.getMessage());
    }
  }

  /**
   * The same, before the first record is taken.
   *
   * @param whole false: the ledger's beginning is not retained
   */
  LogMatch match(AuditedPages audited, VouchedTurns own, boolean whole) {
    LogCheckpoint head = LogHeads.head(signed);
    LogCheck check = new LogCheck(log, head, new PageLeaves(ledger.partition(), whole), whole);
    if (LogHeads.size(cosigned) > LogHeads.size(signed)) {
      throw new BadProof("more of the log is witnessed than signed");
    }
    check.hold(
        LogHeads.head(cosigned),
        BadProof::new,
        "the log does not have the %d turns that are witnessed");
    return new LogMatch(check, head, witnessed(), audited, own, whole);
  }

  /**
   * Cosigns the newest checkpoint that then suffices; if none does, the newest: each leaf up to its
   * size is a turn that the auditor has verified by replay, one to one, in order. Call it only
   * where {@link #check} finds nothing lacking.
   *
   * @return the cosigned checkpoint; null: nothing is signed yet
   */
  public SignedNote cosign(SigningKey auditor, long seconds) {
    List<SignedNote> all =
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
