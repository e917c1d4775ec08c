package dev.rota.cli.console;

import dev.rota.lines.BytesForm;
import java.util.Iterator;
import picocli.CommandLine.Option;

/** How a verb writes bytes in its lines. */
public final class BytesOption {
  @Option(
      names = "--bytes",
      paramLabel = "FORM",
      completionCandidates = OfBytesForms.class,
      description =
          "text where they are printable, or hex always; both can be produced again."
              + " Default: text on a terminal, else hex")
  private BytesForm form;

  /** People read text; for programs the form never depends on what the bytes are. */
  public BytesForm form(Root root) {
    if (form != null) {
      return form;
    }
    return root.console().outIsTerminal() ? BytesForm.TEXT : BytesForm.HEX;
  }

  /** How bytes are written. */
  static final class OfBytesForms implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Words.lower(BytesForm.values());
    }
  }
}
