package dev.rota.readers.whatif;

import dev.rota.base.text.PrintableText;

/** Text in HTML, with what is not seen escaped. */
final class HtmlText {
  private HtmlText() {}

  static String escape(String text) {
    return PrintableText.text(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
