package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.Checkpoint;
import dev.rota.base.proof.Policy;
import dev.rota.base.proof.TlogProof;
import dev.rota.kernel.ledger.Entry;
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
public record Verified(
    String domain,
    int partition,
    Entry turn,
    int index,
    Published output,
    long leaf,
    Checkpoint head,
    Policy.Verdict verdict) {
  private static final Pattern ORIGIN = Pattern.compile(".*/([a-z]+)-ledger/(\\d{1,6})");

  /**
   * Verifies a proof. Nothing but its bytes and the policy is needed.
   *
   * @throws BadProof if it does not hold; the message says why
   */
  public static Verified of(byte[] file, Policy policy) {
    TlogProof proof = TlogProof.parse(file);
    Evidence evidence = Evidence.parse(proof.extra());
    proof.verify(evidence.leaf());
    Policy.Verdict verdict = policy.judge(proof.checkpoint());
    if (!verdict.suffices()) {
      throw new BadProof(
          "too few witnesses have cosigned: %d of those known, the policy needs %s"
              .formatted(verdict.cosigned().size(), policy.wanted()));
    }
    Checkpoint head = Checkpoint.parse(proof.checkpoint().text());
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
    return new Verified(
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
