package dev.rota.app.console;

import dev.rota.base.lines.BytesForm;
import java.util.Iterator;
import picocli.CommandLine.Option;

/** The flag {@code --bytes}. */
public final class BytesOption {
  @Option(
      names = "--bytes",
      paramLabel = "FORM",
      completionCandidates = OfBytesForms.class,
      description =
          "how bytes are printed: text (hex if not printable) or hex; 'produce' reads both."
              + " Default: text on a terminal, else hex")
  private BytesForm form;

  /** Defaults to text on a terminal. For programs the form must not depend on the bytes. */
  public BytesForm form(RootCommand root) {
    if (form != null) {
      return form;
    }
    return root.console().outIsTerminal() ? BytesForm.TEXT : BytesForm.HEX;
  }

  static final class OfBytesForms implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return CompletionWords.lower(BytesForm.values());
    }
  }
}
