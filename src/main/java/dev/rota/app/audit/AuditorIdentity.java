package dev.rota.app.audit;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.readers.notary.LogReader;
import dev.rota.readers.notary.LogSource;
import dev.rota.readers.notary.NotaryTerms;
import dev.rota.readers.notary.VouchedTurns;
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
record AuditorIdentity(SigningKey key, Path dir, long seconds) {
  AuditorIdentity(SigningKey key, Path dir) {
    this(key, dir, Instant.now().getEpochSecond());
  }

  /** What it has vouched for before. */
  VouchedTurns word(TopicPartition ledger) {
    return VouchedTurns.read(
        new LogReader(LogSource.of(NotaryTerms.dir(dir, ledger))), key.verifier());
  }

  /** Writes a notary's checkpoint that it has cosigned. */
  void keep(TopicPartition ledger, SignedNote cosigned) throws IOException {
    write(ledger, LogReader.AUDITED, cosigned);
  }

  /** Writes how far it has verified a ledger; null: that is not known. */
  void keep(TopicPartition ledger, LogCheckpoint verified) throws IOException {
    if (verified != null) {
      String text = verified.text();
      write(ledger, LogReader.VERIFIED, new SignedNote(text, List.of(key.cosign(text, seconds))));
    }
  }

  private void write(TopicPartition ledger, String name, SignedNote note) throws IOException {
    Path file = NotaryTerms.dir(dir, ledger).resolve(name);
    Files.createDirectories(file.getParent());
    DiskOperations.LOCAL.replace(file, note.toString().getBytes(StandardCharsets.UTF_8));
  }
}
