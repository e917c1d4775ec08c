package dev.rota.notary;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.domain.Output.Channel;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.proof.BadProof;
import dev.rota.proof.Leaf;
import dev.rota.table.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * What leads from an output to its leaf: all outputs of its turn, the ledger entry, and the seal
 * before it. It is the extra line of a proof, as JSON.
 *
 * <pre>
 * {"form":1,"index":0,"before":"hex","entry":"base64",
 *  "outputs":[{"channel":"ASSIGNMENTS","rule":"bots 7","payload":"base64"}]}
 * </pre>
 *
 * @param index of the output within the turn, from 0
 * @param before the lane's seal before the turn
 * @param entry the ledger's record
 */
public record Evidence(int index, byte[] before, byte[] entry, List<Published> outputs) {
  private static final int FORM = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * An output as its turn published it.
   *
   * @param key after the lane and a slash; null: the lane is the key
   * @param payload in Avro binary; null for a tombstone
   */
  public record Published(Channel channel, String rule, String key, byte[] payload) {}

  /** The bytes of the extra line. */
  byte[] bytes() {
    ObjectNode json = JSON.createObjectNode().put("form", FORM).put("index", index);
    json.put("before", HexFormat.of().formatHex(before));
    json.put("entry", Base64.getEncoder().encodeToString(entry));
    ArrayNode all = json.putArray("outputs");
    for (Published output : outputs) {
      ObjectNode one = all.addObject().put("channel", output.channel().name());
      one.put("rule", output.rule());
      if (output.key() != null) {
        one.put("key", output.key());
      }
      if (output.payload() != null) {
        one.put("payload", Base64.getEncoder().encodeToString(output.payload()));
      }
    }
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Parses an extra line.
   *
   * @throws BadProof if it is none of Rota's
   */
  static Evidence parse(byte[] extra) {
    if (extra == null) {
      throw new BadProof("the proof has no extra line, so nothing says what it proves");
    }
    try {
      JsonNode json = JSON.readTree(extra);
      if (json.path("form").asInt() != FORM) {
        throw new BadProof("the extra line has a form that this version does not know");
      }
      List<Published> outputs = new ArrayList<>();
      for (JsonNode one : json.required("outputs")) {
        outputs.add(
            new Published(
                Channel.valueOf(one.required("channel").asText()),
                one.required("rule").asText(),
                one.hasNonNull("key") ? one.get("key").asText() : null,
                one.hasNonNull("payload") ? decoded(one.get("payload")) : null));
      }
      return new Evidence(
          json.required("index").asInt(),
          HexFormat.of().parseHex(json.required("before").asText()),
          decoded(json.required("entry")),
          outputs);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new BadProof("the extra line is damaged");
    } catch (IOException e) {
      throw new IllegalStateException(e); // bytes in memory
    }
  }

  private static byte[] decoded(JsonNode base64) {
    return Base64.getDecoder().decode(base64.asText());
  }

  /**
   * Follows output, entry and seal to the leaf that the log must have.
   *
   * @throws BadProof if one does not lead to the next
   */
  Leaf leaf() {
    Entry turn = turn();
    if (index < 0 || index >= outputs.size()) {
      throw new BadProof("the turn has no output " + index);
    }
    if (turn.outputs() != outputs.size() || !Arrays.equals(digest(outputs), turn.outputsDigest())) {
      throw new BadProof("the outputs are not those of the turn");
    }
    if (before.length != Sha256.BYTES
        || entry.length < Sha256.BYTES
        || !Arrays.equals(EntryLeaves.seal(new Sha256(), before, entry), turn.seal())) {
      throw new BadProof("the entry does not have its seal");
    }
    return EntryLeaves.leaf(turn);
  }

  /** The ledger's entry, decoded. */
  Entry turn() {
    try {
      return new EntryWire().decode(entry);
    } catch (EntryWire.BadEntry e) {
      throw new BadProof("the entry is damaged");
    }
  }

  /** The digest of a turn's outputs, as its ledger entry has it. */
  static byte[] digest(List<Published> outputs) {
    Sha256 sha = new Sha256();
    for (Published output : outputs) {
      sha.field(output.channel().name().getBytes(StandardCharsets.UTF_8));
      sha.field(output.rule().getBytes(StandardCharsets.UTF_8));
      if (output.key() != null) {
        sha.field(output.key().getBytes(StandardCharsets.UTF_8));
      }
      sha.field(output.payload());
    }
    return sha.finish();
  }
}
