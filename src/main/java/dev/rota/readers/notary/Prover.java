package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.Note;
import dev.rota.base.proof.Policy;
import dev.rota.base.proof.TlogProof;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.Entry;
import dev.rota.road.topics.Topics;
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
public final class Prover {
  private final Domain<?, ?, ?> domain;
  private final LedgerRecords records;
  private final Function<TopicPartition, LogReader> logs;
  private final Function<TopicPartition, LogReader> audited;
  private final Policy policy;

  /**
   * Reads from there.
   *
   * @param kafka settings of a consumer
   * @param logs the log of a ledger partition
   * @param audited where a checkpoint of it lies that an auditor has cosigned
   * @param policy that the proof is to satisfy; null: any
   */
  public Prover(
      Domain<?, ?, ?> domain,
      Map<String, Object> kafka,
      Function<TopicPartition, LogReader> logs,
      Function<TopicPartition, LogReader> audited,
      Policy policy) {
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
    int partition = output.partition(partitions);
    TopicPartition ledger = new TopicPartition(Topics.ledger(domain.name()), partition);
    LogReader log = logs.apply(ledger);
    List<Note> heads = heads(audited.apply(ledger), log);
    if (heads.isEmpty()) {
      throw new BadProof("the notary has signed nothing of " + ledger + " yet");
    }
    Note head = best(heads, log, output, policy);
    TurnSearch search = new TurnSearch(log, Heads.size(head));
    TurnSearch.Place place = search.find(output.lane(), output.turn());
    Evidence evidence = evidence(output, ledger, place);
    if (!Arrays.equals(evidence.leaf().bytes(), place.leaf().bytes())) {
      throw new BadProof(
          "the ledger's record at offset %d of %s is not the one that was signed"
              .formatted(place.offset(), ledger));
    }
    return new TlogProof(
        evidence.bytes(), place.index(), log.at(Heads.size(head)).inclusion(place.index()), head);
  }

  /**
   * All checkpoints, those first that others have cosigned: they are older, and worth more. Of the
   * same text there is one, with everyone's cosignatures.
   */
  static List<Note> heads(LogReader audited, LogReader log) {
    Map<String, Note> heads = new LinkedHashMap<>();
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
  static Note best(List<Note> heads, LogReader log, OutputId output, Policy policy) {
    boolean found = false;
    for (Note head : heads) {
      TurnSearch search = new TurnSearch(log, Heads.size(head));
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
    return Collections.max(heads, Comparator.comparingLong(Heads::size));
  }

  private Evidence evidence(OutputId output, TopicPartition ledger, TurnSearch.Place place) {
    SignedPage signed = signed(output, records.at(ledger, place.offset()), place);
    Entry turn = signed.turn();
    if (output.index() >= turn.outputs()) {
      throw new BadProof(
          "turn %d of lane %s published %d records, there is no %s"
              .formatted(turn.number(), turn.lane(), turn.outputs(), output));
    }
    List<Published> outputs = records.outputs(ledger.partition(), turn);
    if (outputs.size() < turn.outputs()) {
      throw new BadProof(
          "only %d of the %d records that the turn published are retained: a proof needs all"
              .formatted(outputs.size(), turn.outputs()));
    }
    return new Evidence(output.index(), signed, outputs);
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
