package dev.rota.readers.notary;

import dev.rota.base.files.Disk;
import dev.rota.base.proof.Checkpoint;
import dev.rota.base.proof.Note;
import dev.rota.base.proof.NoteLine;
import dev.rota.base.proof.Policy;
import dev.rota.base.proof.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The checkpoints of a log: the newest signed one, and the newest that witnesses have cosigned. */
final class Heads {
  private final Disk disk;
  private final Path dir;
  private final SigningKey key;
  private final Policy policy;
  private Note signed;
  private Note witnessed;

  /**
   * Reads the checkpoints that there are.
   *
   * @param key under the log's own name
   * @throws Terms.Unfit if they are not this key's
   */
  Heads(Disk disk, Path dir, SigningKey key, Policy policy) {
    this.disk = disk;
    this.dir = dir;
    this.key = key;
    this.policy = policy;
    LogReader reader = new LogReader(LogSource.of(dir));
    signed = own(reader.note(LogReader.SIGNED));
    witnessed = own(reader.note(LogReader.WITNESSED));
  }

  private Note own(Note note) {
    if (note != null) {
      String origin = Checkpoint.parse(note.text()).origin();
      if (!origin.equals(key.verifier().name())) {
        throw another("the log is that of " + origin + ", not " + key.verifier().name());
      }
      if (note.by(key.verifier()) == null) {
        throw another("the log's checkpoint is signed by another key");
      }
    }
    return note;
  }

  private static Terms.Unfit another(String message) {
    return new Terms.Unfit(Terms.Unfit.Reason.ANOTHER_KEY, message);
  }

  /** The newest checkpoint; null: there is none. */
  synchronized Note signed() {
    return signed;
  }

  /** The size of a checkpoint, or 0 if there is none. */
  static long size(Note note) {
    return note == null ? 0 : Checkpoint.parse(note.text()).size();
  }

  /** What a checkpoint says; null: there is none. */
  static Checkpoint head(Note note) {
    return note == null ? null : Checkpoint.parse(note.text());
  }

  /** The newest checkpoint that suffices; null: there is none. */
  synchronized Note witnessed() {
    return witnessed;
  }

  /** Signs a head whose files are safe, and writes it before anyone sees it. */
  synchronized void sign(Checkpoint head) {
    String text = head.text();
    Note note = new Note(text, List.of(key.sign(text)));
    write(LogReader.SIGNED, note);
    signed = note;
  }

  /** Takes cosignatures of a checkpoint that was the newest when the witnesses were asked. */
  synchronized void cosigned(Note asked, List<NoteLine> lines) {
    Note with = asked.with(lines);
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

  private void write(String name, Note note) {
    try {
      disk.replace(dir.resolve(name), note.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
