package dev.rota.app.proofs;

import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.VerbGroup;
import dev.rota.app.trust.KeyFile;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.KeyKind;
import dev.rota.base.proof.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rota keys}: makes and shows keys of notaries and witnesses. */
@Command(name = "keys", description = "create and show keys of notaries, witnesses and auditors")
public final class KeysCommand extends VerbGroup {
  @Spec private CommandSpec spec;

  KeysCommand() {
    super("'keys new' or 'keys show'");
  }

  @Command(
      name = "new",
      description = {
        "create an Ed25519 key: write the private one to a file, print the public one",
        "",
        "NAME is a notary's, such as acme.example/prod, with which the names of its logs begin, or"
            + " a witness's or an auditor's. It has no spaces and no plus signs."
      })
  int make(
      @Parameters(paramLabel = "NAME", description = "such as acme.example/prod") String name,
      @Parameters(paramLabel = "FILE", description = "must not exist yet") Path file,
      @Option(
              names = {"--witness", "--auditor"},
              description = "a witness's or an auditor's key; default: a notary's")
          boolean witness)
      throws IOException {
    SigningKey key;
    try {
      key = SigningKey.random(name, witness ? KeyKind.WITNESS : KeyKind.LOG);
    } catch (BadProof e) {
      throw new FlagValidator(spec).usage("NAME: " + e.getMessage());
    }
    KeyFile.create(file, key);
    print(key);
    return ExitCode.OK.code();
  }

  @Command(name = "show", description = "print the public key of a key file")
  int show(
      @Parameters(paramLabel = "FILE", description = "that 'keys new' wrote") Path file,
      @Option(
              names = "--log",
              paramLabel = "ORIGIN",
              description =
                  "as the key of this log alone, such as acme.example/prod/bots-ledger/0, for"
                      + " verifiers that expect a key for each log")
          String origin)
      throws IOException {
    SigningKey key = KeyFile.read(file);
    if (origin != null && !origin.startsWith(key.verifier().name() + "/")) {
      throw new FlagValidator(spec)
          .usage("--log does not begin with " + key.verifier().name() + "/");
    }
    print(origin == null ? key : key.as(origin));
    return ExitCode.OK.code();
  }

  private void print(SigningKey key) throws IOException {
    root().console().line(root().json() ? "{\"key\":\"" + key + "\"}" : key.toString());
  }
}
