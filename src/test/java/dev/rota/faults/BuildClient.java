package dev.rota.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.ExecuteOperationMetadata;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.reapi.ExecutionGrpc.ExecutionStub;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.protocols.reapi.WaitExecutionRequest;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A client that wants an action's result. When its front door goes, it asks the next one: for the
 * operation if it knows its name, else for the action, as build tools do.
 */
final class BuildClient implements StreamObserver<Operation> {
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

  private final List<? extends Channel> doors;
  private final ExecuteRequest request;
  private final Predicate<ExecuteResponse> right;
  private final List<Operation> answers = new ArrayList<>();
  private int door;
  private int moves;
  private String name;
  private ExecutionStage.Value stage;
  private String fault;

  private BuildClient(
      List<? extends Channel> doors, ExecuteRequest request, Predicate<ExecuteResponse> right) {
    this.doors = doors;
    this.request = request;
    this.right = right;
  }

  /**
   * Asks.
   *
   * @param doors the first is asked first
   * @param right what the answer must be
   */
  static BuildClient ask(
      List<? extends Channel> doors, ExecuteRequest request, Predicate<ExecuteResponse> right) {
    BuildClient client = new BuildClient(doors, request, right);
    client.ask();
    return client;
  }

  private synchronized void ask() {
    ExecutionStub stub = ExecutionGrpc.newStub(doors.get(door));
    if (name == null) {
      stub.execute(request, this);
    } else {
      stub.waitExecution(WaitExecutionRequest.newBuilder().setName(name).build(), this);
    }
  }

  @Override
  public synchronized void onNext(Operation operation) {
    name = operation.getName();
    stage = stage(operation);
    if (operation.getDone()) {
      answers.add(operation);
    }
  }

  private static ExecutionStage.Value stage(Operation operation) {
    try {
      return operation.getMetadata().unpack(ExecuteOperationMetadata.class).getStage();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized void onError(Throwable error) {
    Status status = Status.fromThrowable(error);
    if (!answers.isEmpty()) {
      return; // the front door was killed behind its last word
    }
    if (status.getCode() == Status.Code.UNAVAILABLE) {
      moves++;
      door = (door + 1) % doors.size();
      LATER.execute(this::ask);
    } else {
      fault = status.toString();
    }
  }

  @Override
  public synchronized void onCompleted() {
    if (answers.isEmpty()) {
      fault = "the stream ended without an answer";
    }
  }

  synchronized boolean isOver() {
    return fault != null || !answers.isEmpty();
  }

  /** How often it had to ask again. */
  synchronized int moves() {
    return moves;
  }

  /** What the front door calls the operation; null: it has not said it yet. */
  synchronized String name() {
    return name;
  }

  synchronized boolean runs() {
    return stage == ExecutionStage.Value.EXECUTING;
  }

  synchronized Operation answer() {
    return answers.isEmpty() ? null : answers.get(0);
  }

  static ExecuteResponse response(Operation over) {
    try {
      return over.getResponse().unpack(ExecuteResponse.class);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is wrong with what it was told; null: nothing, and it was told once. */
  synchronized String complaint() {
    if (fault != null) {
      return name + ": " + fault;
    }
    if (answers.size() != 1) {
      return name + " has " + answers.size() + " answers";
    }
    ExecuteResponse response = response(answers.get(0));
    return right.test(response) ? null : name + " was answered " + response;
  }
}
