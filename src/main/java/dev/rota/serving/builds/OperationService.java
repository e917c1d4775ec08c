package dev.rota.serving.builds;

import com.google.protobuf.Empty;
import dev.rota.bots.Cancelled;
import dev.rota.bots.JobEvent;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.RefusalReason;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.protocols.longrunning.CancelOperationRequest;
import dev.rota.protocols.longrunning.DeleteOperationRequest;
import dev.rota.protocols.longrunning.GetOperationRequest;
import dev.rota.protocols.longrunning.ListOperationsRequest;
import dev.rota.protocols.longrunning.ListOperationsResponse;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.longrunning.OperationsGrpc.OperationsImplBase;
import dev.rota.protocols.longrunning.WaitOperationRequest;
import dev.rota.protocols.reapi.ExecutionStage;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What operators and tools ask about operations, and how they end one. */
final class OperationService extends OperationsImplBase {
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1_000;

  /** The ticket of the last job, and how many of its operations were listed. */
  private static final Pattern TOKEN = Pattern.compile("([0-9]{1,18})-([0-9]{1,9})");

  private final GridLane lane;
  private final BuildInstances instances;
  private final OperationMessages messages;
  private final Executor workers;

  OperationService(
      GridLane lane, BuildInstances instances, BuildStorage storage, Executor workers) {
    this.lane = lane;
    this.instances = instances;
    this.messages = new OperationMessages(storage);
    this.workers = workers;
  }

  /** How an operation stands, and what the grid says of one that waits. */
  private record AskedOperation(OperationStanding standing, Map<?, ?> waits) {}

  @Override
  public void getOperation(GetOperationRequest request, StreamObserver<Operation> observer) {
    CallFaults.answer(
        "GetOperation",
        observer,
        () -> {
          OperationName name = name(request.getName());
          AskedOperation asked = lane.read(state -> ask(state, name));
          if (asked == null) {
            throw unknown(name);
          }
          observer.onNext(
              asked.standing.isOver()
                  ? messages.over(name, asked.standing)
                  : OperationMessages.open(name, asked.standing, asked.waits));
          observer.onCompleted();
        });
  }

  private OperationName name(String text) {
    OperationName name = OperationName.of(text);
    var unused = instances.check("name", name.instance());
    return name;
  }

  private static StatusRuntimeException unknown(OperationName name) {
    return Status.NOT_FOUND
        .withDescription(
            "name: the grid does not know the operation '%s', or has forgotten it".formatted(name))
        .asRuntimeException();
  }

  /** The domain's own query says why a job waits, and at which position. */
  private AskedOperation ask(BotsState state, OperationName name) {
    Job job = state.operation(name.operation());
    if (job == null) {
      return null;
    }
    OperationStanding standing = OperationStanding.of(job, name.operation());
    Object why =
        standing.stage() == ExecutionStage.Value.QUEUED
            ? lane.query("waiting").answer(state, new QueryArguments(Map.of("job", job.name())))
            : Map.of();
    return new AskedOperation(standing, (Map<?, ?>) why);
  }

  @Override
  public void listOperations(
      ListOperationsRequest request, StreamObserver<ListOperationsResponse> observer) {
    CallFaults.answer(
        "ListOperations",
        observer,
        () -> {
          String instance = instances.check("name", request.getName());
          if (!request.getFilter().isEmpty()) {
            throw RequestedAction.invalid(
                "filter", "operations cannot be filtered here", "leave it empty");
          }
          if (request.getPageSize() < 0) {
            throw RequestedAction.invalid(
                "page_size", "it is " + request.getPageSize(), "use 0 to " + PAGE_MAX);
          }
          int size = request.getPageSize() == 0 ? PAGE : Math.min(request.getPageSize(), PAGE_MAX);
          long[] after = after(request.getPageToken());
          observer.onNext(lane.read(state -> page(state, instance, size, after)));
          observer.onCompleted();
        });
  }

  private static long[] after(String token) {
    Matcher matcher = TOKEN.matcher(token);
    if (token.isEmpty()) {
      return new long[] {0, 0};
    }
    if (!matcher.matches()) {
      throw RequestedAction.invalid(
          "page_token", "it is none of this grid's", "use next_page_token of the page before");
    }
    return new long[] {Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))};
  }

  /** Results are left out: GetOperation has them. */
  private static ListOperationsResponse page(
      BotsState state, String instance, int size, long[] after) {
    ListOperationsResponse.Builder page = ListOperationsResponse.newBuilder();
    List<Job> jobs = new ArrayList<>(state.jobs());
    jobs.removeIf(job -> job.spec().ticket() < after[0] || !job.instance().equals(instance));
    jobs.sort((a, b) -> Long.compare(a.spec().ticket(), b.spec().ticket()));
    for (Job job : jobs) {
      List<ClientOperation> operations = job.operations();
      int from = job.spec().ticket() == after[0] ? (int) after[1] : 0;
      for (int i = from; i < operations.size(); i++) {
        if (page.getOperationsCount() == size) {
          return page.setNextPageToken(job.spec().ticket() + "-" + i).build();
        }
        page.addOperations(listed(job, instance, operations.get(i).name()));
      }
    }
    return page.build();
  }

  private static Operation listed(Job job, String instance, String operation) {
    OperationStanding standing = OperationStanding.of(job, operation);
    Operation open =
        OperationMessages.open(new OperationName(instance, operation), standing, Map.of());
    return standing.isOver() ? open.toBuilder().setDone(true).build() : open;
  }

  /** A client that cancels what is over has what it wants. */
  @Override
  public void cancelOperation(CancelOperationRequest request, StreamObserver<Empty> observer) {
    CallFaults.answer(
        "CancelOperation",
        observer,
        () -> {
          OperationName name = name(request.getName());
          var unused =
              lane.tell(new JobEvent(lane.grid(), new Cancelled(name.operation())))
                  .whenCompleteAsync(
                      (facts, fault) ->
                          CallFaults.answer(
                              "CancelOperation " + name,
                              observer,
                              () -> cancelled(facts, fault, observer)),
                      workers);
        });
  }

  private static void cancelled(
      List<BotsFact> facts, Throwable fault, StreamObserver<Empty> observer) {
    if (fault != null) {
      throw CallFaults.of(fault);
    }
    for (BotsFact fact : facts) {
      if (fact instanceof JobRefused refused
          && refused.reason() != RefusalReason.INVALID_TRANSITION) {
        throw CallFaults.refused(refused.reason(), refused.detail());
      }
    }
    observer.onNext(Empty.getDefaultInstance());
    observer.onCompleted();
  }

  @Override
  public void deleteOperation(DeleteOperationRequest request, StreamObserver<Empty> observer) {
    CallFaults.answer(
        "DeleteOperation",
        observer,
        () -> {
          throw Status.UNIMPLEMENTED
              .withDescription(
                  "the grid forgets an operation by itself, when its policy's completedRetentionMs"
                      + " is over")
              .asRuntimeException();
        });
  }

  @Override
  public void waitOperation(WaitOperationRequest request, StreamObserver<Operation> observer) {
    CallFaults.answer(
        "WaitOperation",
        observer,
        () -> {
          throw Status.UNIMPLEMENTED
              .withDescription("use WaitExecution, which says each change")
              .asRuntimeException();
        });
  }
}
