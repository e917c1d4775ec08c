package dev.rota.readers.notary;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * What leads from an output to its leaf: all outputs of its turn, and what the turn's leaf is made
 * of. It is the extra line of a proof, as JSON. Form 1 was that of ledgers of 0.1.
 *
 * <pre>
 * {"form":2,"index":0,"page":"base64",
 *  "outputs":[{"channel":"ASSIGNMENTS","rule":"bots 7","payload":"base64"}]}
 * </pre>
 *
 * @param index of the output within the turn, from 0
 */
record OutputEvidence(int index, SignedPage signed, List<PublishedOutput> outputs) {
  private static final int OF_PAGE = 2;

  /** An output may be as large as a record: Jackson's own limit is 20 000 000 characters. */
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  /** The bytes of the extra line. */
  byte[] bytes() {
    ObjectNode json = JSON.createObjectNode();
    json.put("form", OF_PAGE).put("index", index).put("page", encoded(signed.page()));
    ArrayNode all = json.putArray("outputs");
    for (PublishedOutput output : outputs) {
      ObjectNode one = all.addObject().put("channel", output.channel().name());
      one.put("rule", output.rule());
      if (output.key() != null) {
        one.put("key", output.key());
      }
      if (output.payload() != null) {
        one.put("payload", encoded(output.payload()));
      }
    }
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Parses an extra line.
   *
   * @throws BadProof if it is none of Rota's
   */
  static OutputEvidence parse(byte[] extra) {
    if (extra == null) {
      throw new BadProof("the proof has no extra line, so nothing says what it proves");
    }
    try {
      JsonNode json = JSON.readTree(extra);
      SignedPage signed = signed(json);
      List<PublishedOutput> outputs = new ArrayList<>();
      for (JsonNode one : json.required("outputs")) {
        outputs.add(output(one));
      }
      return new OutputEvidence(json.required("index").asInt(), signed, outputs);
    } catch (JsonProcessingException | IllegalArgumentException _) {
      throw new BadProof("the extra line is damaged");
    } catch (IOException e) {
      throw new IllegalStateException(e); // bytes in memory
    }
  }

  private static PublishedOutput output(JsonNode json) {
    Channel channel = Channel.valueOf(json.required("channel").asText());
    String key = json.hasNonNull("key") ? json.get("key").asText() : null;
    if (key != null && !channel.isCompacted()) {
      // The digest takes a key as it takes what follows it.
      throw new BadProof("the extra line has a key of " + channel + ", where no record has one");
    }
    return new PublishedOutput(
        channel,
        json.required("rule").asText(),
        key,
        json.hasNonNull("payload") ? decoded(json.get("payload")) : null);
  }

  private static SignedPage signed(JsonNode json) {
    if (json.path("form").asInt() != OF_PAGE) {
      throw new BadProof("the extra line has a form that this version does not know");
    }
    return new SignedPage(decoded(json.required("page")));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] decoded(JsonNode base64) {
    return Base64.getDecoder().decode(base64.asText());
  }

  /**
   * Follows output and turn to the leaf that the log must have.
   *
   * @throws BadProof if one does not lead to the next
   */
  TurnLeaf leaf() {
    TurnEntry turn = signed.turn();
    if (index < 0 || index >= outputs.size()) {
      throw new BadProof("the turn has no output " + index);
    }
    if (turn.outputs() != outputs.size() || !Arrays.equals(digest(outputs), turn.outputsDigest())) {
      throw new BadProof("the outputs are not those of the turn");
    }
    return signed.leaf();
  }

  /** The digest of a turn's outputs, as the ledger has it. */
  static byte[] digest(List<PublishedOutput> outputs) {
    Sha256 sha = new Sha256();
    for (PublishedOutput output : outputs) {
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
