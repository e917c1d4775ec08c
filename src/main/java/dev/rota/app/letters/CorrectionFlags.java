package dev.rota.app.letters;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.JsonTree;
import dev.rota.base.text.Utf8Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that say what of a dead letter is to be otherwise. */
final class CorrectionFlags {
  /** As a line of {@code rota produce}. */
  private static final int VALUE_BYTES_MAX = 16 << 20;

  @Option(
      names = "--set",
      paramLabel = "FIELD=VALUE",
      description =
          "sets a field, such as event.Submitted.job=job-7; the value is JSON or a text; may be"
              + " repeated")
  private List<String> fields = List.of();

  @Option(
      names = "--value",
      paramLabel = "FILE",
      description = "takes the whole value from a file of JSON; -: from stdin")
  private String file;

  @Option(
      names = "--key",
      paramLabel = "LANE",
      description = "another key; default: the old one, or the lane in the value")
  private String key;

  @Option(names = "--drop-headers", description = "leaves out the record's own headers")
  private boolean dropsHeaders;

  /** Reads them. */
  LetterCorrection.Wishes wishes(RootCommand root) throws IOException {
    return new LetterCorrection.Wishes(
        file == null ? null : value(root), fields, key, dropsHeaders);
  }

  private JsonNode value(RootCommand root) throws IOException {
    byte[] bytes;
    if (file.equals("-")) {
      bytes = root.console().in().readNBytes(VALUE_BYTES_MAX + 1);
    } else {
      try (InputStream in = Files.newInputStream(Path.of(file))) {
        bytes = in.readNBytes(VALUE_BYTES_MAX + 1);
      }
    }
    if (bytes.length > VALUE_BYTES_MAX) {
      throw refused("it has more than " + VALUE_BYTES_MAX + " bytes");
    }
    try {
      return JsonTree.parse(Utf8Text.decode(bytes));
    } catch (CharacterCodingException e) {
      throw refused("it is not UTF-8");
    } catch (BadLine e) {
      throw refused(e.getMessage());
    }
  }

  private CommandFailure refused(String why) {
    return new CommandFailure(
            ExitCode.USAGE,
            "--value " + file,
            why,
            "pass the record's value as JSON, as 'rota dlq show -o json' has it under value")
        .about("--value", file);
  }
}
