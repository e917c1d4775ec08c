package dev.rota.road.kept;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.NoteLine;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.VerifierKey;
import java.util.List;
import java.util.Objects;

/**
 * By whose word a checkpoint is kept.
 *
 * @param name of the key; null: nobody has signed
 * @param seconds when it was signed, POSIX time; 0: nobody has
 * @param key that has signed, if it is trusted; or null
 * @param replayed true: the signer says that it has replayed every turn; false: it began with
 *     another's checkpoint
 * @param cluster Kafka's id of the former cluster on which it was kept; null: this one
 */
public record CheckpointSigner(
    String name, long seconds, VerifierKey key, boolean replayed, String cluster) {
  private CheckpointSigner(String name, long seconds, VerifierKey key, boolean replayed) {
    this(name, seconds, key, replayed, null);
  }

  CheckpointSigner on(String former) {
    return new CheckpointSigner(name, seconds, key, replayed, former);
  }

  /**
   * Whose word it is.
   *
   * @throws BadCheckpoint if a trusted key's signature is false, or none can be read
   */
  static CheckpointSigner of(KeptCheckpointEnd kept, List<VerifierKey> trusted) {
    if (kept.word() == null) {
      return new CheckpointSigner(null, 0, null, false);
    }
    try {
      List<NoteLine> lines = SignedNote.lines(kept.word() + "\n");
      SignedNote replayed = new SignedNote(kept.note(true), lines);
      for (VerifierKey key : trusted) {
        if (replayed.isBy(key)) {
          return new CheckpointSigner(key.name(), replayed.by(key).seconds(), key, true);
        }
        NoteLine line = new SignedNote(kept.note(false), lines).by(key);
        if (line != null) {
          return new CheckpointSigner(key.name(), line.seconds(), key, false);
        }
      }
      NoteLine said = lines.get(0);
      return new CheckpointSigner(said.name(), said.seconds(), null, false);
    } catch (BadProof e) {
      throw new BadCheckpoint("its signature is forged: " + e.getMessage());
    }
  }

  /** Signs a sealed checkpoint. */
  static KeptCheckpointEnd sign(
      KeptCheckpointEnd kept, SigningKey signer, long seconds, boolean replayed) {
    return kept.with(kept.seal(), signer.cosign(kept.note(replayed), seconds).toString());
  }

  /** Returns true if a trusted key has signed. */
  public boolean verified() {
    return key != null;
  }

  /** Returns true if this key says that it has replayed every turn up to there itself. */
  public boolean isOwn(VerifierKey auditor) {
    return replayed && Objects.toString(key).equals(auditor.toString());
  }

  @Override
  public String toString() {
    return word() + (cluster == null ? "" : ", kept on another cluster, " + cluster);
  }

  private String word() {
    if (name == null) {
      return "not signed";
    }
    String after = verified() && !replayed ? ", who began with another's" : "";
    String unverified = cluster == null ? ", whose key is not given" : ", which is not verified";
    return "signed by " + name + (verified() ? after : unverified);
  }
}
