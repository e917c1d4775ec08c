package dev.rota.cli;

import dev.rota.lines.BytesForm;
import picocli.CommandLine.Option;

/** How a verb writes bytes in its lines. */
final class BytesOption {
  @Option(
      names = "--bytes",
      paramLabel = "FORM",
      completionCandidates = Words.OfBytesForms.class,
      description =
          "text where they are printable, or hex always; both can be produced again."
              + " Default: text on a terminal, else hex")
  private BytesForm form;

  /** People read text; for programs the form never depends on what the bytes are. */
  BytesForm form(Root root) {
    if (form != null) {
      return form;
    }
    return root.console().outIsTerminal() ? BytesForm.TEXT : BytesForm.HEX;
  }
}
