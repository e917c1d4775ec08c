package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.ExecuteOperationMetadata;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.protocols.reapi.WaitExecutionRequest;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client that waits for an operation, and reads what it is told. */
final class OperationReader implements StreamObserver<Operation> {
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private volatile boolean ended;
  private final Context.CancellableContext call = Context.current().withCancellation();
  private String name;

  static OperationReader execute(Channel door, ExecuteRequest request) {
    OperationReader reader = new OperationReader();
    reader.call.run(() -> ExecutionGrpc.newStub(door).execute(request, reader));
    return reader;
  }

  static OperationReader await(Channel door, String name) {
    OperationReader reader = new OperationReader();
    WaitExecutionRequest request = WaitExecutionRequest.newBuilder().setName(name).build();
    reader.call.run(() -> ExecutionGrpc.newStub(door).waitExecution(request, reader));
    return reader;
  }

  /** The client goes. */
  void leave() {
    call.cancel(null);
  }

  private Object next() {
    try {
      Object next = heard.poll(OpenDoor.WAIT_MAX.toSeconds(), TimeUnit.SECONDS);
      assertThat(next).as("an answer").isNotNull();
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** It has neither an answer nor a refusal. */
  boolean hasHeardNothing() {
    return heard.isEmpty();
  }

  /** Neither its end nor an error was heard. */
  boolean isOpen() {
    return !ended;
  }

  /** Reads until the operation is in this stage. */
  Operation until(ExecutionStage.Value stage) {
    Operation operation = begun();
    while (metadata(operation).getStage() != stage) {
      operation = begun();
    }
    return operation;
  }

  /** Reads that it was begun, and is not answered from the cache. */
  Operation open() {
    Operation begun = begun();
    assertThat(begun.getDone()).as("%s is over already", begun).isFalse();
    return begun;
  }

  /** Reads what is said next, whatever the stage is. */
  Operation begun() {
    Object next = next();
    if (!(next instanceof Operation operation)) {
      throw new AssertionError("it ended: " + next);
    }
    name = operation.getName();
    return operation;
  }

  static ExecuteOperationMetadata metadata(Operation operation) {
    try {
      return operation.getMetadata().unpack(ExecuteOperationMetadata.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  /** Reads to the end. */
  ExecuteResponse response() {
    Operation over = until(ExecutionStage.Value.COMPLETED);
    assertThat(over.getDone()).isTrue();
    assertThat(next()).as("the end of the stream").isEqualTo("completed");
    return response(over);
  }

  static ExecuteResponse response(Operation over) {
    try {
      return over.getResponse().unpack(ExecuteResponse.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  /** Reads up to the error that ends the stream. */
  StatusRuntimeException failure() {
    for (; ; ) {
      Object next = next();
      if (next instanceof StatusRuntimeException failure) {
        return failure;
      }
      assertThat(next).isInstanceOf(Operation.class);
    }
  }

  /** The operation's name, once something was read. */
  String name() {
    return name;
  }

  @Override
  public void onNext(Operation operation) {
    heard.add(operation);
  }

  @Override
  public void onError(Throwable fault) {
    heard.add(fault);
    ended = true;
  }

  @Override
  public void onCompleted() {
    heard.add("completed");
    ended = true;
  }
}
