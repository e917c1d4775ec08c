package dev.rota.app.audit;

import dev.rota.base.files.Disk;
import dev.rota.base.proof.Checkpoint;
import dev.rota.base.proof.Note;
import dev.rota.base.proof.SigningKey;
import dev.rota.readers.notary.AuditorsWord;
import dev.rota.readers.notary.LogReader;
import dev.rota.readers.notary.LogSource;
import dev.rota.readers.notary.Terms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * An auditor with a key of its own.
 *
 * @param dir where its word lies: a directory for each ledger partition
 * @param seconds the POSIX time at which it signs
 */
record Auditor(SigningKey key, Path dir, long seconds) {
  Auditor(SigningKey key, Path dir) {
    this(key, dir, Instant.now().getEpochSecond());
  }

  /** What it has vouched for before. */
  AuditorsWord word(TopicPartition ledger) {
    return AuditorsWord.read(new LogReader(LogSource.of(Terms.dir(dir, ledger))), key.verifier());
  }

  /** Writes a notary's checkpoint that it has cosigned. */
  void keep(TopicPartition ledger, Note cosigned) throws IOException {
    write(ledger, LogReader.AUDITED, cosigned);
  }

  /** Writes how far it has verified a ledger; null: that is not known. */
  void keep(TopicPartition ledger, Checkpoint verified) throws IOException {
    if (verified != null) {
      String text = verified.text();
      write(ledger, LogReader.VERIFIED, new Note(text, List.of(key.cosign(text, seconds))));
    }
  }

  private void write(TopicPartition ledger, String name, Note note) throws IOException {
    Path file = Terms.dir(dir, ledger).resolve(name);
    Files.createDirectories(file.getParent());
    Disk.LOCAL.replace(file, note.toString().getBytes(StandardCharsets.UTF_8));
  }
}
