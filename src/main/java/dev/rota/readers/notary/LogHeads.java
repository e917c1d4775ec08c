package dev.rota.readers.notary;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.NoteLine;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The checkpoints of a log: the newest signed one, and the newest that witnesses have cosigned. */
final class LogHeads {
  private final DiskOperations disk;
  private final Path dir;
  private final SigningKey key;
  private final TrustPolicy policy;
  private SignedNote signed;
  private SignedNote witnessed;

  /**
   * Reads the checkpoints that there are.
   *
   * @param key under the log's own name
   * @throws NotaryTerms.Unfit if they are not this key's
   */
  LogHeads(DiskOperations disk, Path dir, SigningKey key, TrustPolicy policy) {
    this.disk = disk;
    this.dir = dir;
    this.key = key;
    this.policy = policy;
    LogReader reader = new LogReader(LogSource.of(dir));
    signed = own(reader.note(LogReader.SIGNED));
    witnessed = own(reader.note(LogReader.WITNESSED));
  }

  private SignedNote own(SignedNote note) {
    if (note != null) {
      String origin = LogCheckpoint.parse(note.text()).origin();
      if (!origin.equals(key.verifier().name())) {
        throw another("the log is that of " + origin + ", not " + key.verifier().name());
      }
      if (note.by(key.verifier()) == null) {
        throw another("the log's checkpoint is signed by another key");
      }
    }
    return note;
  }

  private static NotaryTerms.Unfit another(String message) {
    return new NotaryTerms.Unfit(NotaryTerms.Unfit.Reason.ANOTHER_KEY, message);
  }

  /** The newest checkpoint; null: there is none. */
  synchronized SignedNote signed() {
    return signed;
  }

  /** The size of a checkpoint, or 0 if there is none. */
  static long size(SignedNote note) {
    return note == null ? 0 : LogCheckpoint.parse(note.text()).size();
  }

  /** What a checkpoint says; null: there is none. */
  static LogCheckpoint head(SignedNote note) {
    return note == null ? null : LogCheckpoint.parse(note.text());
  }

  /** The newest checkpoint that suffices; null: there is none. */
  synchronized SignedNote witnessed() {
    return witnessed;
  }

  /** Signs a head whose files are safe, and writes it before anyone sees it. */
  synchronized void sign(LogCheckpoint head) {
    String text = head.text();
    SignedNote note = new SignedNote(text, List.of(key.sign(text)));
    write(LogReader.SIGNED, note);
    signed = note;
  }

  /** Takes cosignatures of a checkpoint that was the newest when the witnesses were asked. */
  synchronized void cosigned(SignedNote asked, List<NoteLine> lines) {
    SignedNote with = asked.with(lines);
    if (signed.text().equals(asked.text())) {
      with = signed.with(lines);
      write(LogReader.SIGNED, with);
      signed = with;
    }
    if (size(with) >= size(witnessed) && policy.judge(with).suffices()) {
      write(LogReader.WITNESSED, with);
      witnessed = with;
    }
  }

  private void write(String name, SignedNote note) {
    try {
      disk.replace(dir.resolve(name), note.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
