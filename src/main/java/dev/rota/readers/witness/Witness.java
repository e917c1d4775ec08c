package dev.rota.readers.witness;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.NoteLine;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifierKey;
import dev.rota.kernel.table.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cosigns checkpoints that are consistent with the last ones that it cosigned. What it cosigned is
 * on disk before it answers, so that a crash never makes it forget.
 */
public final class Witness {
  private static final Logger LOG = LoggerFactory.getLogger(Witness.class);
  private static final int BAD = 400;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int UNPROVED = 422;

  /** An auditor signs kept checkpoints in the same form: a witness's word must not look like it. */
  private static final Pattern KEPT = Pattern.compile(".*-checkpoints/\\d+");

  private final DiskOperations disk;
  private final Path dir;
  private final SigningKey key;
  private final TrustPolicy policy;
  private final LongSupplier seconds;

  /**
   * Keeps what it has seen in a directory.
   *
   * @param policy the logs that it knows
   * @param seconds the POSIX time
   */
  public Witness(
      DiskOperations disk, Path dir, SigningKey key, TrustPolicy policy, LongSupplier seconds) {
    this.disk = disk;
    this.dir = dir;
    this.key = key;
    this.policy = policy;
    this.seconds = seconds;
  }

  /** Answers {@code add-checkpoint}. One at a time: size and checkpoint are looked at as one. */
  synchronized WitnessAnswer add(byte[] body) {
    CheckpointSubmission said;
    try {
      said = CheckpointSubmission.parse(body);
    } catch (BadProof e) {
      return WitnessAnswer.of(BAD, e.getMessage());
    }
    LogCheckpoint head = said.head();
    if (KEPT.matcher(head.origin()).matches()) {
      return WitnessAnswer.of(
          FORBIDDEN, head.origin() + " is a name of kept checkpoints, and of no log");
    }
    List<VerifierKey> known = policy.keysOf(head.origin());
    if (known.isEmpty()) {
      return WitnessAnswer.of(NOT_FOUND, "the log " + head.origin() + " is not known here");
    }
    NoteLine signature;
    try {
      signature = said.note().by(policy.signer(said.note()));
    } catch (BadProof e) {
      return WitnessAnswer.of(FORBIDDEN, e.getMessage());
    }
    if (said.old() > head.size()) {
      return WitnessAnswer.of(BAD, "the old size is larger than the checkpoint's");
    }
    LogCheckpoint before = last(head.origin());
    if (said.old() != before.size()) {
      return WitnessAnswer.conflict(before.size());
    }
    try {
      consistent(before, said);
    } catch (BadProof e) {
      LOG.error("the log {} is not consistent: {}\n{}", head.origin(), e.getMessage(), said.note());
      return WitnessAnswer.of(UNPROVED, e.getMessage());
    }
    return cosign(head, new SignedNote(said.note().text(), List.of(signature)));
  }

  private static void consistent(LogCheckpoint before, CheckpointSubmission said) {
    LogCheckpoint head = said.head();
    if (head.size() == 0 && !head.isSameTree(new LogCheckpoint("", 0, MerkleTree.EMPTY))) {
      throw new BadProof("an empty log has another root");
    }
    MerkleTree.verifyConsistency(
        before.size(), before.root(), head.size(), head.root(), said.proof());
  }

  private WitnessAnswer cosign(LogCheckpoint head, SignedNote signed) {
    NoteLine line = key.cosign(signed.text(), seconds.getAsLong());
    SignedNote cosigned = signed.with(List.of(line));
    try {
      disk.replace(file(hash(head.origin())), cosigned.toString().getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return WitnessAnswer.ok(line + "\n");
  }

  /** Answers a monitor with the last checkpoint of a log, by the SHA-256 of its origin in hex. */
  WitnessAnswer latest(String originHash) {
    SignedNote note = originHash.matches("[0-9a-f]{64}") ? read(originHash) : null;
    return note == null
        ? WitnessAnswer.of(NOT_FOUND, "no checkpoint of such a log was cosigned here")
        : WitnessAnswer.ok(note.toString());
  }

  private LogCheckpoint last(String origin) {
    SignedNote note = read(hash(origin));
    return note == null
        ? new LogCheckpoint(origin, 0, MerkleTree.EMPTY)
        : LogCheckpoint.parse(note.text());
  }

  /**
   * Reads what it cosigned; null: nothing.
   *
   * @throws BadProof if the file is not its own: to go on could mean to cosign two histories
   */
  private SignedNote read(String originHash) {
    Path file = file(originHash);
    try {
      byte[] bytes = bytes(file);
      if (bytes == null) {
        return null;
      }
      SignedNote note = SignedNote.parse(bytes);
      if (note.by(key.verifier()) == null) {
        throw new BadProof("it is not cosigned by this witness");
      }
      return note;
    } catch (BadProof e) {
      throw new BadProof(file + " is damaged: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Null: there is no such file, and no link to one. */
  private static byte[] bytes(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      if (Files.isSymbolicLink(file)) {
        throw e;
      }
      return null;
    }
  }

  /**
   * Reads all that it cosigned, so that damage is noticed at the start.
   *
   * @throws BadProof if a file is not its own
   */
  public void check() throws IOException {
    if (Files.isDirectory(dir)) {
      try (var all = Files.list(dir)) {
        all.map(file -> file.getFileName().toString())
            .filter(name -> name.matches("[0-9a-f]{64}"))
            .forEach(this::read);
      }
    }
  }

  private Path file(String originHash) {
    return dir.resolve(originHash);
  }

  static String hash(String origin) {
    return HexFormat.of().formatHex(Sha256.of(origin.getBytes(UTF_8)));
  }
}
