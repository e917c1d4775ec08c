package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.TlogProof;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a proof proves, to who trusts the keys of a policy.
 *
 * @param domain whose ledger it is, by the log's origin
 * @param partition of the ledger
 * @param index of the output within the turn
 * @param leaf the turn's place in the log
 * @param head the log's signed head
 * @param verdict what the signatures are worth
 */
public record VerifiedOutput(
    String domain,
    int partition,
    TurnEntry turn,
    int index,
    PublishedOutput output,
    long leaf,
    LogCheckpoint head,
    TrustPolicy.Verdict verdict) {
  private static final Pattern ORIGIN = Pattern.compile(".*/([a-z]+)-ledger/(\\d{1,6})");

  /**
   * Verifies a proof. Nothing but its bytes and the policy is needed.
   *
   * @throws BadProof if it does not hold; the message says why
   */
  public static VerifiedOutput of(byte[] file, TrustPolicy policy) {
    TlogProof proof = TlogProof.parse(file);
    OutputEvidence evidence = OutputEvidence.parse(proof.extra());
    proof.verify(evidence.leaf());
    TrustPolicy.Verdict verdict = policy.judge(proof.checkpoint());
    if (!verdict.suffices()) {
      throw new BadProof(
          "too few witnesses have cosigned: %d of those known, the policy needs %s"
              .formatted(verdict.cosigned().size(), policy.wanted()));
    }
    LogCheckpoint head = LogCheckpoint.parse(proof.checkpoint().text());
    Matcher origin = ORIGIN.matcher(head.origin());
    if (!origin.matches()) {
      throw new BadProof("the log " + head.origin() + " is not that of a ledger");
    }
    int partition = Integer.parseInt(origin.group(2));
    int told = evidence.signed().partition();
    if (told != partition) {
      throw new BadProof(
          "the turn is of partition %d, the log is that of partition %d"
              .formatted(told, partition));
    }
    return new VerifiedOutput(
        origin.group(1),
        partition,
        evidence.signed().turn(),
        evidence.index(),
        evidence.outputs().get(evidence.index()),
        proof.index(),
        head,
        verdict);
  }

  /** The output's topic. */
  public String topic() {
    return output.channel().topic(domain);
  }

  /** The output's identity. */
  public String id() {
    return turn.lane() + "/" + turn.number() + "/" + index;
  }
}
