package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.VerifierKey;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What an auditor's key has vouched for of a log before: each leaf is a turn that it has verified.
 *
 * @param cosigned the notary's checkpoint that it has cosigned; null: none
 * @param verified the log's tree at the end of its last audit, which the notary may not have signed
 *     yet; null: none
 */
public record VouchedTurns(LogCheckpoint cosigned, LogCheckpoint verified) {
  /** Nothing. */
  public static final VouchedTurns NONE = new VouchedTurns(null, null);

  /**
   * Reads what it has written. What another key has written there is nobody's word here.
   *
   * @throws BadProof if a signature in its name is false
   */
  public static VouchedTurns read(LogReader written, VerifierKey key) {
    return new VouchedTurns(
        by(key, written.note(LogReader.AUDITED)), by(key, written.note(LogReader.VERIFIED)));
  }

  private static LogCheckpoint by(VerifierKey key, SignedNote note) {
    return note == null || note.by(key) == null ? null : LogCheckpoint.parse(note.text());
  }

  /** What it says of the log of this name. */
  List<LogCheckpoint> of(String origin) {
    return Stream.of(cosigned, verified)
        .filter(Objects::nonNull)
        .filter(head -> head.origin().equals(origin))
        .toList();
  }
}
