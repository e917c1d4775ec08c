package dev.rota.app.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.base.http.BadPem;
import dev.rota.base.settings.BadSettings;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.readers.follow.NotInLedger;
import dev.rota.readers.follow.json.BadQuestion;
import dev.rota.readers.notary.LogUnavailable;
import dev.rota.readers.notary.NotaryTerms;
import dev.rota.registry.RegistryRefused;
import dev.rota.registry.RegistryUnavailable;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.UngrantedRights;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;

/** Translates exceptions into messages and exit codes. No other class does. */
public final class FailureTranslator {
  private FailureTranslator() {}

  public static CommandFailure of(Exception e) {
    if (e instanceof CommandFailure failure) {
      return failure;
    }
    if (isWrapper(e) && e.getCause() instanceof Exception cause) {
      return of(cause);
    }
    if (e instanceof BadSettings bad) {
      return new CommandFailure(
          ExitCode.CONFIGURATION,
          "the settings are invalid",
          String.join("\n  ", bad.problems()),
          "correct them; 'rota config show --origin' shows where each value comes from",
          e);
    }
    if (e instanceof BadQuestion bad) {
      return new CommandFailure(ExitCode.USAGE, bad.what(), bad.why(), bad.fix(), e);
    }
    if (e instanceof NotaryTerms.Unfit unfit) {
      return notary(unfit);
    }
    if (e instanceof NotInLedger || e instanceof ExportedLogs.BadExport) {
      return unanswered(e);
    }
    if (e instanceof PipeClosed) {
      return new CommandFailure(ExitCode.PIPE_CLOSED, "", "", "", e);
    }
    if (e instanceof IOException io) {
      return io(io);
    }
    if (e instanceof InterruptedException || e instanceof InterruptException) {
      return CommandFailure.of(ExitCode.INTERRUPTED, "interrupted", e, "run it again");
    }
    return remote(e);
  }

  private static CommandFailure unanswered(Exception e) {
    return e instanceof NotInLedger
        ? new CommandFailure(
            ExitCode.NOT_FOUND,
            "nothing is known",
            e.getMessage(),
            "ask about what the ledger has",
            e)
        : new CommandFailure(
            ExitCode.USAGE,
            "the exported file",
            e.getMessage(),
            "write it again with 'rota export'",
            e);
  }

  private static CommandFailure notary(NotaryTerms.Unfit unfit) {
    return switch (unfit.reason()) {
      case DIRECTORY_IN_USE ->
          CommandFailure.of(
              ExitCode.AGAIN, "the notary's directory", unfit, "stop that one, or name another");
      case ANOTHER_KEY ->
          CommandFailure.of(
              ExitCode.CONFIGURATION,
              "the notary's key",
              unfit,
              "pass the key of this log, or name another directory");
      case POLICY ->
          CommandFailure.of(
              ExitCode.CONFIGURATION,
              "the policy",
              unfit,
              "add this line, or pass the key it names");
    };
  }

  private static CommandFailure io(IOException e) {
    if (e instanceof BadPem) {
      return CommandFailure.of(ExitCode.CONFIGURATION, "TLS", e, "pass PEM files");
    }
    if (e instanceof LogUnavailable) {
      return CommandFailure.of(
          ExitCode.UNAVAILABLE,
          "the notary's log",
          e,
          "check --log, and what serves it at this address");
    }
    String fix = "check the file, its disk and its permissions";
    return e instanceof FileSystemException file
        ? new CommandFailure(ExitCode.IO, "local I/O", reason(file), fix, e)
        : CommandFailure.of(ExitCode.IO, "local I/O", e, fix);
  }

  /** The message of some Java exceptions is only the path. */
  private static String reason(FileSystemException e) {
    return e.getFile() + ": " + (e.getReason() == null ? kind(e) : e.getReason());
  }

  private static String kind(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e instanceof FileAlreadyExistsException
        ? "exists and is not a directory"
        : e.getClass().getSimpleName();
  }

  private static CommandFailure remote(Exception e) {
    if (e instanceof RegistryUnavailable) {
      return CommandFailure.of(
          ExitCode.UNAVAILABLE,
          "the schema registry",
          e,
          "start it, or pass another address with --registry");
    }
    if (e instanceof RegistryRefused refused) {
      return registry(refused);
    }
    if (e instanceof ConfigException) {
      return CommandFailure.of(
          ExitCode.CONFIGURATION, "the client configuration", e, "correct that setting");
    }
    if (e instanceof UnfitCluster unfit) {
      return cluster(unfit);
    }
    return e instanceof KafkaException kafka ? KafkaFault.of(kafka) : CommandFailure.bug(e);
  }

  private static CommandFailure cluster(UnfitCluster unfit) {
    if (unfit instanceof UngrantedRights lacking) {
      return new CommandFailure(
          ExitCode.NOT_AUTHORISED, "Kafka authorisation", lacking.what(), lacking.fix(), lacking);
    }
    return unfit.getCause() instanceof UnknownRules newer
        ? CommandFailure.of(
            ExitCode.CONFIGURATION,
            "this program is older than its ledger",
            newer,
            "'rota --version' prints the rules that a program can run")
        : CommandFailure.of(
            ExitCode.CONFIGURATION,
            "the cluster's configuration is not usable",
            unfit,
            "correct it, then try again");
  }

  private static CommandFailure registry(RegistryRefused refused) {
    String what = "the schema registry refused the request";
    return switch (refused.status()) {
      case 401, 403 ->
          CommandFailure.of(
              ExitCode.NOT_AUTHORISED,
              what,
              refused,
              "set registry.basic.auth.user.info or a token");
      case 404 -> CommandFailure.of(ExitCode.NOT_FOUND, what, refused, "register the schema first");
      case 409, 422 ->
          CommandFailure.of(ExitCode.DIFFERS, what, refused, "make the schema compatible");
      default -> CommandFailure.of(ExitCode.UNAVAILABLE, what, refused, "check the registry's log");
    };
  }

  /** Reports a background task that has failed, with the reason if it is known. */
  public static CommandFailure gaveUp(String what, ExecutionException e, String fix) {
    if (e.getCause() instanceof Exception cause) {
      CommandFailure known = of(cause);
      if (known.exit() != ExitCode.BUG) {
        return known;
      }
    }
    return new CommandFailure(
        ExitCode.BUG, what, String.valueOf(e.getCause().getMessage()), fix, e);
  }

  private static boolean isWrapper(Exception e) {
    return e instanceof ExecutionException
        || e instanceof CompletionException
        || e instanceof UncheckedIOException;
  }

  /** Prints the failure to stderr and returns its code. */
  public static int print(CommandFailure failure, RootCommand root) {
    if (failure.exit() == ExitCode.PIPE_CLOSED) {
      return failure.exit().code();
    }
    Console console = root.console();
    if (root.tellsErrorsAsJson()) {
      console.note(ErrorJson.of(failure));
    } else {
      console.note(failure.what() + ": " + failure.why());
      console.note("  → " + failure.fix());
    }
    if (root.verbosity() > 0 && failure.getCause() != null) {
      StringWriter trace = new StringWriter();
      failure.getCause().printStackTrace(new PrintWriter(trace));
      console.note(trace.toString().stripTrailing());
    }
    return failure.exit().code();
  }

  /**
   * {@code {"error":{"code":69,"reason":…,"what":…,"why":…,"field":…,"value":…,"hint":…}}}. {@code
   * field} and {@code value} are present only if the error concerns one field.
   */
  private static final class ErrorJson {
    private ErrorJson() {}

    static String of(CommandFailure failure) {
      var line = JsonNodeFactory.instance.objectNode();
      var error =
          line.putObject("error")
              .put("code", failure.exit().code())
              .put("reason", failure.exit().name())
              .put("what", failure.what())
              .put("why", failure.why());
      if (failure.field() != null) {
        error.put("field", failure.field());
      }
      if (failure.value() != null) {
        error.put("value", failure.value());
      }
      error.put("hint", failure.fix());
      return line.toString();
    }
  }
}
