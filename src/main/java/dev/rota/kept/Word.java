package dev.rota.kept;

import dev.rota.proof.BadProof;
import dev.rota.proof.Note;
import dev.rota.proof.NoteLine;
import dev.rota.proof.SigningKey;
import dev.rota.proof.Vkey;
import java.util.List;

/**
 * By whose word a checkpoint is kept.
 *
 * @param name of the key; null: nobody has signed
 * @param seconds when it was signed, POSIX time; 0: nobody has
 * @param verified true: by a key that is trusted
 */
public record Word(String name, long seconds, boolean verified) {
  /**
   * Whose word it is.
   *
   * @throws BadCheckpoint if a trusted key's signature is false, or none can be read
   */
  static Word of(Kept kept, List<Vkey> trusted) {
    if (kept.word() == null) {
      return new Word(null, 0, false);
    }
    try {
      Note note = new Note(kept.note(), Note.lines(kept.word() + "\n"));
      for (Vkey key : trusted) {
        NoteLine line = note.by(key);
        if (line != null) {
          return new Word(key.name(), line.seconds(), true);
        }
      }
      NoteLine said = note.lines().get(0);
      return new Word(said.name(), said.seconds(), false);
    } catch (BadProof e) {
      throw new BadCheckpoint("its word is forged: " + e.getMessage());
    }
  }

  /** Signs a sealed checkpoint. */
  static Kept sign(Kept kept, SigningKey key, long seconds) {
    return kept.with(kept.seal(), key.cosign(kept.note(), seconds).toString());
  }

  @Override
  public String toString() {
    if (name == null) {
      return "by nobody's word: it is not signed";
    }
    return "by the word of " + name + (verified ? "" : ", whose key is not given");
  }
}
