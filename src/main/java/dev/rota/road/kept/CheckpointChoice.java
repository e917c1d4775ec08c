package dev.rota.road.kept;

import dev.rota.base.proof.VerifierKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which kept checkpoints an audit may begin with.
 *
 * @param atMillis begin with the newest that is not after this time, epoch ms; null: begin with the
 *     ledger, or with the oldest if the ledger's beginning is no longer retained
 * @param trusted keys of auditors whose word is known
 * @param anybody true: one that none of them has signed counts as well
 * @param clusters Kafka's ids of former clusters for which their signatures count, too
 */
public record CheckpointChoice(
    Long atMillis, List<VerifierKey> trusted, boolean anybody, Set<String> clusters) {
  /** With the ledger's beginning if it is there, otherwise by anybody's word. */
  public static final CheckpointChoice BEGINNING = new CheckpointChoice(null, null);

  /** The same, of those that one of these has signed as well. */
  public CheckpointChoice and(List<VerifierKey> more) {
    Set<String> others = more.stream().map(VerifierKey::toString).collect(Collectors.toSet());
    return anybody
        ? new CheckpointChoice(atMillis, more, false, clusters)
        : new CheckpointChoice(
            atMillis,
            trusted.stream().filter(key -> others.contains(key.toString())).toList(),
            false,
            clusters);
  }

  /** The same, and what was signed for these former clusters counts as what was signed for this. */
  public CheckpointChoice alsoOf(Collection<String> former) {
    return new CheckpointChoice(atMillis, trusted, anybody, Set.copyOf(former));
  }

  /**
   * By the word of these alone.
   *
   * @param trusted the keys of auditors whose word counts; null: whoever has kept them
   */
  public CheckpointChoice(Long atMillis, List<VerifierKey> trusted) {
    this(atMillis, trusted == null ? List.of() : trusted, trusted == null, Set.of());
  }

  /** Of this cluster alone. */
  public CheckpointChoice(Long atMillis, List<VerifierKey> trusted, boolean anybody) {
    this(atMillis, trusted, anybody, Set.of());
  }
}
