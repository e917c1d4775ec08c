package dev.rota.cli.console;

import dev.rota.embedded.EmbeddedException;
import dev.rota.registry.RegistryRefused;
import dev.rota.registry.RegistryUnavailable;
import dev.rota.settings.BadSettings;
import dev.rota.stream.DamagedStore;
import dev.rota.stream.UnwritableState;
import dev.rota.topics.UnfitCluster;
import dev.rota.workers.UnfitExecutor;
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
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The one place that says what an exception means to whoever runs a command. */
public final class Failures {
  private Failures() {}

  public static Failure of(Exception e) {
    if (e instanceof Failure failure) {
      return failure;
    }
    if (isWrapper(e) && e.getCause() instanceof Exception cause) {
      return of(cause);
    }
    if (e instanceof BadSettings bad) {
      return new Failure(
          Exit.CONFIGURATION,
          "the settings cannot be used",
          String.join("\n  ", bad.problems()),
          "mend them; 'rota config show --origin' tells where each value comes from",
          e);
    }
    if (e instanceof PipeClosed) {
      return new Failure(Exit.PIPE_CLOSED, "", "", "", e);
    }
    if (e instanceof FileSystemException file) {
      return new Failure(
          Exit.IO, "local I/O", reason(file), "check the file, its disk and its permissions", e);
    }
    if (e instanceof IOException) {
      return failure(Exit.IO, "local I/O", e, "check the file, its disk and its permissions");
    }
    if (e instanceof InterruptedException || e instanceof InterruptException) {
      return failure(Exit.INTERRUPTED, "interrupted", e, "run it again");
    }
    return remote(e);
  }

  /** Some of Java's messages are the path and nothing else. */
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
        ? "exists, and is no directory"
        : e.getClass().getSimpleName();
  }

  private static Failure remote(Exception e) {
    if (e instanceof RegistryUnavailable) {
      return failure(
          Exit.UNAVAILABLE, "the schema registry", e, "start it, or name another with --registry");
    }
    if (e instanceof RegistryRefused refused) {
      return registry(refused);
    }
    if (e instanceof ConfigException) {
      return failure(Exit.CONFIGURATION, "a client's configuration", e, "mend that setting");
    }
    if (e instanceof UnfitCluster) {
      return failure(
          Exit.CONFIGURATION,
          "the cluster cannot be used as it is",
          e,
          "correct that, then try again");
    }
    if (e instanceof UnfitExecutor) {
      return failure(
          Exit.CONFIGURATION, "the executor", e, "docs/executors.md says what one is made of");
    }
    if (e instanceof EmbeddedException embedded) {
      return failure(
          embedded(embedded.reason()), "the embedded broker", e, "mend that, then retry");
    }
    return e instanceof KafkaException kafka ? kafka(kafka) : bug(e);
  }

  private static Exit embedded(EmbeddedException.Reason reason) {
    return switch (reason) {
      case PORT_TAKEN -> Exit.CONFIGURATION;
      case DIRECTORY_IN_USE -> Exit.AGAIN;
      case DIRECTORY_UNUSABLE -> Exit.IO;
      case FAILED -> Exit.UNAVAILABLE;
    };
  }

  private static Failure registry(RegistryRefused refused) {
    String what = "the schema registry said no";
    return switch (refused.status()) {
      case 401, 403 ->
          failure(
              Exit.NOT_AUTHORISED, what, refused, "give registry.basic.auth.user.info or a token");
      case 404 -> failure(Exit.NOT_FOUND, what, refused, "register the schema first");
      case 409, 422 -> failure(Exit.DIFFERS, what, refused, "make the schema compatible");
      default -> failure(Exit.UNAVAILABLE, what, refused, "look into the registry's log");
    };
  }

  private static Failure kafka(KafkaException e) {
    if (e.getCause() instanceof ConfigException config) {
      return of(config);
    }
    if (e instanceof DamagedStore) {
      return failure(
          Exit.BUG, "a store is damaged again", e, "nothing is lost: the changelogs have it all");
    }
    if (e instanceof UnwritableState) {
      return failure(
          Exit.IO,
          "local I/O",
          e,
          "make room or choose another --state-dir, then start again; what is committed is safe");
    }
    if (e.getClass() == KafkaException.class && e.getCause() instanceof KafkaException cause) {
      return kafka(cause); // what was being done, around what went wrong
    }
    return cluster(e);
  }

  private static Failure cluster(KafkaException e) {
    if (e instanceof SslAuthenticationException tls) {
      return TlsFault.of(tls);
    }
    if (e instanceof AuthenticationException) {
      return failure(Exit.NOT_AUTHORISED, "logging in to Kafka", e, "check user and secret");
    }
    if (e instanceof AuthorizationException) {
      return failure(
          Exit.NOT_AUTHORISED, "Kafka forbids it", e, "'rota topics acls' prints what to grant");
    }
    if (e instanceof UnknownTopicOrPartitionException) {
      return failure(
          Exit.NOT_FOUND, "no such topic", e, "'rota topics create' makes those of the domains");
    }
    if (e instanceof TimeoutException || e instanceof DisconnectException) {
      return failure(
          Exit.UNAVAILABLE,
          "Kafka does not answer",
          e,
          "check that it runs, and security.protocol if its port speaks TLS or SASL");
    }
    return e instanceof RetriableException
        ? failure(Exit.AGAIN, "Kafka is not ready", e, "try again in a moment")
        : bug(e);
  }

  /** What has run and stopped by itself, and why, as far as that is known. */
  public static Failure gaveUp(String what, ExecutionException e, String fix) {
    if (e.getCause() instanceof Exception cause) {
      Failure known = of(cause);
      if (known.exit() != Exit.BUG) {
        return known;
      }
    }
    return new Failure(Exit.BUG, what, String.valueOf(e.getCause().getMessage()), fix, e);
  }

  private static Failure bug(Exception e) {
    return new Failure(
        Exit.BUG,
        "an unexpected fault",
        e.toString(),
        "run it again with -v for the stack trace, and report it",
        e);
  }

  private static Failure failure(Exit exit, String what, Exception e, String fix) {
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    String root = rootMessage(e);
    return new Failure(exit, what, why + root + kind(e), fix, e);
  }

  private static String rootMessage(Exception e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root == e || root.getMessage() == null || e.getMessage().contains(root.getMessage())
        ? ""
        : ": " + root.getMessage();
  }

  /** The names of Kafka's errors can be looked up. */
  private static String kind(Exception e) {
    return e instanceof KafkaException ? " (" + e.getClass().getSimpleName() + ")" : "";
  }

  private static boolean isWrapper(Exception e) {
    return e instanceof ExecutionException
        || e instanceof CompletionException
        || e instanceof UncheckedIOException;
  }

  /** Says it on stderr; returns the code. */
  public static int print(Failure failure, Root root) {
    if (failure.exit() == Exit.PIPE_CLOSED) {
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
}
