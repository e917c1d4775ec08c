package dev.rota.readers.witness;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.SignedNote;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The body of {@code add-checkpoint}.
 *
 * @param old size of the checkpoint before
 * @param proof of consistency, from there
 */
record CheckpointSubmission(long old, List<byte[]> proof, SignedNote note, LogCheckpoint head) {
  private static final Pattern OLD = Pattern.compile("old (0|[1-9][0-9]{0,17})");

  /**
   * Parses a body.
   *
   * @throws BadProof if it is none
   */
  static CheckpointSubmission parse(byte[] body) {
    String all = text(body);
    int gap = all.indexOf("\n\n");
    if (gap < 0) {
      throw new BadProof("there is no empty line before a checkpoint");
    }
    String[] lines = all.substring(0, gap).split("\n", -1);
    var old = OLD.matcher(lines[0]);
    if (!old.matches()) {
      throw new BadProof("the first line is not 'old SIZE'");
    }
    if (lines.length - 1 > MerkleTree.PROOF_MAX) {
      throw new BadProof("there are more than " + MerkleTree.PROOF_MAX + " proof lines");
    }
    List<byte[]> proof = new ArrayList<>();
    for (int i = 1; i < lines.length; i++) {
      proof.add(hash(lines[i]));
    }
    SignedNote note = SignedNote.parse(all.substring(gap + 2));
    return new CheckpointSubmission(
        Long.parseLong(old.group(1)), proof, note, LogCheckpoint.parse(note.text()));
  }

  private static byte[] hash(String line) {
    try {
      byte[] hash = Base64.getDecoder().decode(line);
      if (hash.length == MerkleTree.HASH_BYTES) {
        return hash;
      }
    } catch (IllegalArgumentException _) {
      // Told below.
    }
    throw new BadProof("a proof line is no hash in base64");
  }

  private static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException _) {
      throw new BadProof("the body is not UTF-8");
    }
  }
}
