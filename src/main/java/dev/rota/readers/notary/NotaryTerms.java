package dev.rota.readers.notary;

import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * How a notary works.
 *
 * @param kafka settings of a consumer
 * @param dir a directory for each ledger partition is below it, {@code bots-ledger/0}
 * @param key its name begins the origin of each log
 * @param policy the witnesses to ask, and which suffice
 * @param everyMillis time after which new turns are signed
 * @param turns number of turns of a partition after which they are signed sooner
 */
public record NotaryTerms(
    Map<String, Object> kafka,
    Path dir,
    SigningKey key,
    TrustPolicy policy,
    long everyMillis,
    int turns) {
  /** Thrown if a notary cannot work on its terms. Nothing is wrong with the log. */
  public static final class Unfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** What does not fit. */
    public enum Reason {
      /** Another notary writes to the directory. */
      DIRECTORY_IN_USE,
      /** The directory has the log of another key or name. */
      ANOTHER_KEY,
      /** The policy does not trust the notary's own key. */
      POLICY
    }

    public Unfit(Reason reason, String message) {
      super(message);
      this.reason = reason;
    }

    public Reason reason() {
      return reason;
    }
  }

  /** With a policy that does not know the log, no answer of a witness can be judged. */
  void check(TopicPartition ledger) {
    SigningKey own = key.as(origin(key.verifier().name(), ledger));
    if (policy.keysOf(own.verifier().name()).stream()
        .noneMatch(known -> known.toString().equals(own.toString()))) {
      throw new Unfit(Unfit.Reason.POLICY, "it has no line 'log " + key + "'");
    }
  }

  /** The origin of a ledger partition's log. */
  public static String origin(String name, TopicPartition ledger) {
    return name + "/" + ledger.topic() + "/" + ledger.partition();
  }

  /** The directory of a ledger partition's log. */
  public static Path dir(Path dir, TopicPartition ledger) {
    return dir.resolve(ledger.topic()).resolve(Integer.toString(ledger.partition()));
  }
}
