package dev.rota.app.trust;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.text.Utf8Text;
import java.io.IOException;
import java.nio.file.Path;

/** A token that clients send with each request, in a file that only its owner may read. */
public final class TokenFile {
  private static final int MIN = 16;

  private TokenFile() {}

  /** Reads it. Refuses one that could be guessed, or that no header can carry. */
  public static String read(Path file) throws IOException {
    KeyFile.checkShut("the token", file);
    String token = Utf8Text.read(file).strip();
    if (token.length() < MIN || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "the token",
          file + " needs at least " + MIN + " letters, digits or signs in one line",
          "make one: openssl rand -hex 32");
    }
    return token;
  }
}
