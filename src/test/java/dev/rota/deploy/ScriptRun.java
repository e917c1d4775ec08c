package dev.rota.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A shell script that has ended.
 *
 * @param said its output and its errors
 */
record ScriptRun(int code, String said) {
  /** Runs it in a folder, up to its first command that fails. */
  static ScriptRun of(Path folder, String script) throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    int code =
        new ProcessBuilder("bash", "-ec", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    return new ScriptRun(code, Files.readString(said));
  }
}
