package dev.rota.readers.whatif;

import dev.rota.base.text.Printable;

/** Text in HTML, with what is not seen escaped. */
final class Html {
  private Html() {}

  static String escape(String text) {
    return Printable.text(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
