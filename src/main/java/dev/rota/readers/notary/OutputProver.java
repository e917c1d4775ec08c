package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.TlogProof;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.topics.RequiredTopics;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Makes proofs of single outputs, from Kafka and a notary's logs. */
public final class OutputProver {
  private final Domain domain;
  private final LedgerRecords records;
  private final Function<TopicPartition, LogReader> logs;
  private final Function<TopicPartition, LogReader> audited;
  private final TrustPolicy policy;

  /**
   * Reads from there.
   *
   * @param kafka settings of a consumer
   * @param logs the log of a ledger partition
   * @param audited where a checkpoint of it lies that an auditor has cosigned
   * @param policy that the proof is to satisfy; null: any
   */
  public OutputProver(
      Domain domain,
      Map<String, Object> kafka,
      Function<TopicPartition, LogReader> logs,
      Function<TopicPartition, LogReader> audited,
      TrustPolicy policy) {
    this.domain = domain;
    this.records = new LedgerRecords(kafka, domain);
    this.logs = logs;
    this.audited = audited;
    this.policy = policy;
  }

  /**
   * Proves an output.
   *
   * @param partitions of the domain's topics
   * @throws BadProof if there is nothing to prove, or the records are not what the log has
   */
  public TlogProof prove(OutputId output, int partitions) {
    BadProof here = null;
    for (int partition : output.partitions(partitions)) {
      try {
        return proveOn(partition, output);
      } catch (BadProof e) {
        here = here == null ? e : here; // its lane's partition is the first
      }
    }
    throw here;
  }

  private TlogProof proveOn(int partition, OutputId output) {
    TopicPartition ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    LogReader log = logs.apply(ledger);
    List<SignedNote> heads = heads(audited.apply(ledger), log);
    if (heads.isEmpty()) {
      throw new BadProof("the notary has signed nothing of " + ledger + " yet");
    }
    SignedNote head = best(heads, log, output, policy);
    TurnSearch search = new TurnSearch(log, LogHeads.size(head));
    TurnSearch.Place place = search.find(output.lane(), output.turn());
    OutputEvidence evidence = evidence(output, ledger, place);
    if (!Arrays.equals(evidence.leaf().bytes(), place.leaf().bytes())) {
      throw new BadProof(
          "the ledger's record at offset %d of %s is not the one that was signed"
              .formatted(place.offset(), ledger));
    }
    return new TlogProof(
        evidence.bytes(),
        place.index(),
        log.at(LogHeads.size(head)).inclusion(place.index()),
        head);
  }

  /**
   * All checkpoints, those first that others have cosigned: they are older, and worth more. Of the
   * same text there is one, with everyone's cosignatures.
   */
  static List<SignedNote> heads(LogReader audited, LogReader log) {
    Map<String, SignedNote> heads = new LinkedHashMap<>();
    Stream.of(
            audited.note(LogReader.AUDITED),
            log.note(LogReader.WITNESSED),
            log.note(LogReader.SIGNED))
        .filter(Objects::nonNull)
        .forEach(note -> heads.merge(note.text(), note, (one, same) -> one.with(same.lines())));
    return List.copyOf(heads.values());
  }

  /**
   * The first that has the turn and suffices; the newest, if none has the turn.
   *
   * @param policy null: each suffices
   * @throws BadProof if some have the turn, and none of them suffices
   */
  static SignedNote best(
      List<SignedNote> heads, LogReader log, OutputId output, TrustPolicy policy) {
    boolean found = false;
    for (SignedNote head : heads) {
      TurnSearch search = new TurnSearch(log, LogHeads.size(head));
      if (search.find(output.lane(), output.turn(), Long.MAX_VALUE) != null) {
        if (policy == null || policy.judge(head).suffices()) {
          return head;
        }
        found = true;
      }
    }
    if (found) {
      throw new BadProof(
          "no checkpoint with this turn has the cosignatures that the policy needs: "
              + policy.wanted());
    }
    return Collections.max(heads, Comparator.comparingLong(LogHeads::size));
  }

  private OutputEvidence evidence(OutputId output, TopicPartition ledger, TurnSearch.Place place) {
    SignedPage signed = signed(output, records.at(ledger, place.offset()), place);
    TurnEntry turn = signed.turn();
    if (output.index() >= turn.outputs()) {
      throw new BadProof(
          "turn %d of lane %s published %d records, there is no %s"
              .formatted(turn.number(), turn.lane(), turn.outputs(), output));
    }
    List<PublishedOutput> outputs = records.outputs(ledger.partition(), turn);
    if (outputs.size() < turn.outputs()) {
      throw new BadProof(
          "only %d of the %d records that the turn published are retained: a proof needs all"
              .formatted(outputs.size(), turn.outputs()));
    }
    return new OutputEvidence(output.index(), signed, outputs);
  }

  private static SignedPage signed(OutputId output, byte[] record, TurnSearch.Place place) {
    SignedPage signed = SignedPage.of(record, output.lane(), output.turn());
    if (signed == null) {
      throw new BadProof(
          "the ledger's page at offset %d does not have turn %d of lane %s"
              .formatted(place.offset(), output.turn(), output.lane()));
    }
    return signed;
  }
}
