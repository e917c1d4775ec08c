package dev.rota.app.proofs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.instance.DevChoice;
import dev.rota.app.instance.DevInstance;
import dev.rota.app.trust.PolicyFile;
import dev.rota.base.proof.BadProof;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.Utf8Text;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.notary.LogReader;
import dev.rota.readers.notary.LogSource;
import dev.rota.readers.notary.OutputId;
import dev.rota.readers.notary.OutputProver;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota prove}: writes the proof of one output. */
@Command(
    name = "prove",
    description = {
      "print the proof of one output, for 'rota verify'",
      "",
      "Without arguments it reads the output from stdin, as a line that 'rota consume' printed."
    })
public final class ProveCommand implements Callable<Integer> {

  /** A line has the whole output: Jackson's own limit is 20 000 000 characters. */
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ConnectionFlags connection;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DOMAIN",
      completionCandidates = CompletionWords.OfDomains.class,
      description = "a domain, such as cores")
  private String domain;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OUTPUT",
      description = "the record's rota.turn header: lane/turn/index")
  private String output;

  @Option(
      names = "--log",
      paramLabel = "DIR|URL",
      description = "the notary's directory or its address; default: that of a running 'rota dev'")
  private String log;

  @Option(
      names = "--audited",
      paramLabel = "DIR|URL",
      description = "directory or address of an auditor's cosigned checkpoints; default: as --log")
  private String audited;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "take only a checkpoint that suffices for this policy; default: an auditor's, the"
              + " witnesses', or the notary's, whichever of them has the turn first")
  private Path policy;

  /** What is to be proved. */
  private record Wanted(Domain domain, OutputId output) {}

  @Override
  public Integer call() throws IOException {
    Wanted wanted = domain == null ? fromLine() : fromWords();
    Settings settings = connection.kafka(root);
    String place = log == null ? logOfDev(settings) : log;
    String ledger = RequiredTopics.ledger(wanted.domain().name());
    int partitions;
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      partitions = cluster.require(ledger).partitions().size();
    }
    OutputProver prover =
        new OutputProver(
            wanted.domain(),
            settings.consumer(),
            one -> new LogReader(LogSource.of(place, one)),
            one -> new LogReader(LogSource.of(audited == null ? place : audited, one)),
            policy == null ? null : PolicyFile.read(policy));
    try {
      // The file is the same with any --output: a proof has one format.
      root.console().raw(prover.prove(wanted.output(), partitions).toString().stripTrailing());
    } catch (BadProof e) {
      throw new CommandFailure(
          ExitCode.NOT_FOUND,
          "no proof of " + wanted.output(),
          e.getMessage(),
          "a notary signs every few seconds: try again, or see docs/proofs.md",
          e);
    }
    return ExitCode.OK.code();
  }

  private Wanted fromWords() {
    OutputId id = output == null ? null : OutputId.parse(output);
    if (id == null) {
      throw new FlagValidator(spec)
          .usage(
              "OUTPUT is " + (output == null ? "missing" : output) + "; expected lane/turn/index");
    }
    return new Wanted(NameLookup.domain(domain), id);
  }

  private Wanted fromLine() throws IOException {
    try {
      String line = Utf8Text.lines(root.console().in()).readLine();
      JsonNode json = JSON.readTree(line == null ? "" : line);
      String topic = json.path("topic").asText();
      OutputId id = OutputId.parse(json.path("headers").path(TurnHeaders.TURN).asText());
      if (id != null && NameLookup.owner(topic).isPresent()) {
        return new Wanted(NameLookup.owner(topic).get(), id);
      }
    } catch (JsonProcessingException | CharacterCodingException _) {
      // Told below.
    }
    throw new FlagValidator(spec)
        .usage("stdin has no line of an output, as 'rota consume bots-assignments' prints it");
  }

  private String logOfDev(Settings settings) {
    return DevChoice.among(root.console().variables())
        .at(settings.text(KnownSettings.BOOTSTRAP))
        .map(DevInstance::notary)
        .orElseThrow(
            () -> new FlagValidator(spec).usage("--log is missing: where are the notary's logs?"));
  }
}
