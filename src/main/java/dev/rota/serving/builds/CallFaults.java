package dev.rota.serving.builds;

import dev.rota.base.blobs.StatusDetails;
import dev.rota.base.text.PrintableText;
import dev.rota.bots.values.RefusalReason;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What went wrong with calls: a status for the client, and the same words in the log. */
final class CallFaults {
  private static final Logger LOG = LoggerFactory.getLogger(CallFaults.class);

  /** Clients take heads of 8 KiB, and a character may need nine bytes of it. */
  static final int WORDS_MAX = 800;

  private CallFaults() {}

  /** Answers a call once: with what the work comes to, or with the status of its fault. */
  static <T> void answer(String call, StreamObserver<T> observer, Callable<T> work) {
    T answer;
    try {
      answer = work.call();
    } catch (Exception e) {
      observer.onError(told(call, e));
      return;
    }
    observer.onNext(answer);
    observer.onCompleted();
  }

  /** Returns the status of a fault, and logs it. */
  static StatusRuntimeException told(String call, Throwable fault) {
    if (fault instanceof CancellationException || fault instanceof InterruptedException) {
      return Status.CANCELLED.asRuntimeException(); // the client or the front door has gone
    }
    StatusRuntimeException status = cut(of(fault));
    Status.Code code = status.getStatus().getCode();
    // Clients choose names, and a name may look like a line of the log.
    String words =
        PrintableText.line(call + ": " + code + ": " + status.getStatus().getDescription());
    if (code == Status.Code.INTERNAL || code == Status.Code.UNKNOWN) {
      LOG.error(words, status);
    } else if (code == Status.Code.UNAVAILABLE) {
      LOG.warn(words);
    } else {
      LOG.info(words);
    }
    return status;
  }

  /** A client may say a name of a million characters: neither its answer nor the log has them. */
  private static StatusRuntimeException cut(StatusRuntimeException fault) {
    String words = fault.getStatus().getDescription();
    if (words == null || words.length() <= WORDS_MAX) {
      return fault;
    }
    return fault
        .getStatus()
        .withDescription(words.substring(0, WORDS_MAX) + "…")
        .asRuntimeException(fault.getTrailers());
  }

  static StatusRuntimeException of(Throwable fault) {
    if (fault instanceof StatusRuntimeException known) {
      return known;
    }
    if ((fault instanceof CompletionException || fault instanceof ExecutionException)
        && fault.getCause() != null) {
      return of(fault.getCause());
    }
    if (fault instanceof TimeoutException) {
      return Status.UNAVAILABLE
          .withDescription("the grid has not taken the record in time; is its engine running?")
          .asRuntimeException();
    }
    Status status = fault instanceof IOException ? Status.UNAVAILABLE : Status.INTERNAL;
    return status.withDescription("the front door: " + fault).withCause(fault).asRuntimeException();
  }

  /** An input that the grid's rules refuse. */
  static StatusRuntimeException refused(RefusalReason reason, String detail) {
    Status status =
        switch (reason) {
          case DUPLICATE, CONFLICT -> Status.ALREADY_EXISTS;
          case NOT_FOUND, SESSION_MISMATCH -> Status.NOT_FOUND;
          case FAILED_PRECONDITION, INVALID_TRANSITION -> Status.FAILED_PRECONDITION;
          case RESOURCE_EXHAUSTED -> Status.RESOURCE_EXHAUSTED;
          case OUT_OF_RANGE -> Status.OUT_OF_RANGE;
          case INVALID_ARGUMENT, UNSUPPORTED_VALUE -> Status.INVALID_ARGUMENT;
        };
    return status.withDescription(detail).asRuntimeException();
  }

  /** The status as messages carry it. */
  static dev.rota.protocols.rpc.Status message(Throwable fault) {
    return StatusDetails.of(of(fault));
  }
}
