package dev.rota.app.proofs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.avro.AvroBytes;
import dev.rota.base.lines.JsonAvro;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.TlogProof;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.VerifiedCosignature;
import dev.rota.domains.Domains;
import dev.rota.readers.notary.VerifiedOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota verify}: checks a proof with public keys alone. */
@Command(
    name = "verify",
    description = {
      "verify a proof offline, with public keys alone",
      "",
      "Exit code 0: it holds. Exit code 1: it does not, or too few witnesses have " + "cosigned."
    })
public final class VerifyCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;

  @Parameters(paramLabel = "FILE", description = "a proof")
  private Path file;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "trusted keys of notaries and witnesses, and how many witnesses are needed; default:"
              + " the file 'policy' that 'rota dev' writes")
  private Path policy;

  @Override
  public Integer call() throws IOException {
    TrustPolicy trusted = PolicyFile.readOr(policy, root);
    VerifiedOutput verified;
    try {
      verified = VerifiedOutput.of(proof(), trusted);
    } catch (BadProof e) {
      throw new CommandFailure(
          ExitCode.DIFFERS,
          file + ": NOT VERIFIED",
          e.getMessage(),
          "do not trust it; ask for another proof",
          e);
    }
    report(verified, trusted).print(root);
    return ExitCode.OK.code();
  }

  private byte[] proof() throws IOException {
    if (Files.isDirectory(file)) {
      throw new CommandFailure(
          ExitCode.IO,
          "local I/O",
          file + ": is a directory",
          "pass a file that 'rota prove' printed");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return TlogProof.read(in);
    }
  }

  private CommandReport report(VerifiedOutput proof, TrustPolicy trusted) throws IOException {
    CommandReport report = new CommandReport(file + ": VERIFIED");
    var turn = proof.turn();
    report.line("output", "%s on %s, by rule %s", proof.id(), proof.topic(), proof.output().rule());
    JsonNode value = value(proof);
    report.line("value", "%s", value);
    Instant time = Instant.ofEpochMilli(turn.atMillis());
    String source = turn.source() == null ? "a deadline" : turn.source().path();
    report.line("decided", "at %s, rules %d, because of %s", time, turn.rules(), source);
    report.line(
        "log", "%s, turn %d of %d", proof.head().origin(), proof.leaf() + 1, proof.head().size());
    report.line("signed", "by %s, key %s", proof.head().origin(), proof.verdict().log().hexId());
    var json = report.fields().put("verified", true).put("output", proof.id());
    json.put("topic", proof.topic()).put("rule", proof.output().rule()).set("value", value);
    json.put("time", turn.atMillis()).put("rules", turn.rules()).put("source", source);
    json.put("log", proof.head().origin())
        .put("leaf", proof.leaf())
        .put("size", proof.head().size());
    witnesses(report, proof, trusted, json.putArray("witnesses"));
    report.line(
        "note", "the turn is as it was signed; whether the rules decide so, 'rota audit' proves");
    return report;
  }

  private static void witnesses(
      CommandReport report, VerifiedOutput proof, TrustPolicy trusted, ArrayNode json) {
    for (VerifiedCosignature one : proof.verdict().cosigned()) {
      report.line("witnessed", "by %s at %s", one.witness(), Instant.ofEpochSecond(one.seconds()));
      json.addObject().put("name", one.witness()).put("seconds", one.seconds());
    }
    report.line(
        "needed",
        trusted.asksNobody() ? "no witness: the policy trusts the notary alone" : "%s",
        trusted.wanted());
  }

  /** The output as JSON if this version knows the rules that wrote it, otherwise its bytes. */
  private static JsonNode value(VerifiedOutput proof) {
    byte[] payload = proof.output().payload();
    if (payload == null) {
      return NullNode.getInstance();
    }
    IndexedRecord record = decoded(schema(proof), payload);
    return record == null ? TextNode.valueOf(ByteFormatter.text(payload)) : JsonAvro.toJson(record);
  }

  private static IndexedRecord decoded(Schema schema, byte[] payload) {
    if (schema == null) {
      return null;
    }
    try {
      return AvroBytes.decode(new GenericDatumReader<IndexedRecord>(schema), payload);
    } catch (IOException | AvroRuntimeException _) {
      return null;
    }
  }

  private static Schema schema(VerifiedOutput proof) {
    return Domains.ALL.stream()
        .filter(one -> one.name().equals(proof.domain()))
        .flatMap(one -> one.card().versions().stream())
        .filter(version -> version.engine().rules() == proof.turn().rules())
        .findFirst()
        .map(version -> version.wire().schema(proof.output().channel()))
        .orElse(null);
  }
}
