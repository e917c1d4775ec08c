package dev.rota.lab.storage;

import dev.rota.protocols.reapi.Compressor;
import dev.rota.protocols.reapi.DigestFunction;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.Callable;

/** What all calls of the storage have in common: errors, and what is not offered. */
final class StorageCalls {
  private StorageCalls() {}

  /** Answers a call of one answer. */
  static <T> void answer(StreamObserver<T> observer, Callable<T> call) {
    T answer;
    try {
      answer = call.call();
    } catch (Exception e) {
      observer.onError(fault(e));
      return;
    }
    observer.onNext(answer);
    observer.onCompleted();
  }

  static StatusRuntimeException fault(Exception e) {
    if (e instanceof StatusRuntimeException known) {
      return known;
    }
    Status status = e instanceof IOException ? Status.UNAVAILABLE : Status.INTERNAL;
    return status.withDescription("the storage: " + e).withCause(e).asRuntimeException();
  }

  static StatusRuntimeException invalid(String why) {
    return Status.INVALID_ARGUMENT.withDescription(why).asRuntimeException();
  }

  static StatusRuntimeException absent(Object what) {
    return Status.NOT_FOUND.withDescription(what + " is not here").asRuntimeException();
  }

  static StatusRuntimeException busy(String why) {
    return Status.UNAVAILABLE.withDescription(why + ": try again later").asRuntimeException();
  }

  static void check(DigestFunction.Value function) {
    if (function != DigestFunction.Value.UNKNOWN && function != DigestFunction.Value.SHA256) {
      throw invalid("the storage has SHA256 alone, not " + function);
    }
  }

  static void check(Compressor.Value compressor) {
    if (compressor != Compressor.Value.IDENTITY) {
      throw invalid("the storage has no compressors");
    }
  }
}
