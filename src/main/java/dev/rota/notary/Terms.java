package dev.rota.notary;

import dev.rota.proof.Policy;
import dev.rota.proof.SigningKey;
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
public record Terms(
    Map<String, Object> kafka,
    Path dir,
    SigningKey key,
    Policy policy,
    long everyMillis,
    int turns) {
  /** The origin of a ledger partition's log. */
  public static String origin(String name, TopicPartition ledger) {
    return name + "/" + ledger.topic() + "/" + ledger.partition();
  }

  /** The directory of a ledger partition's log. */
  public static Path dir(Path dir, TopicPartition ledger) {
    return dir.resolve(ledger.topic()).resolve(Integer.toString(ledger.partition()));
  }
}
