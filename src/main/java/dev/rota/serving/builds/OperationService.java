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
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What operators and tools ask about operations, and how they end one. */
final class OperationService extends OperationsImplBase {
  private static final int PAGE = 100;
  private static final int PAGE_MAX = 1_000;

  private static final Comparator<Job> BY_TICKET =
      Comparator.comparingLong(job -> job.spec().ticket());

  /** The ticket of the last job, and how many of its operations were listed. */
  private static final Pattern TOKEN = Pattern.compile("([0-9]{1,18})-([0-9]{1,9})");

  private final GridLane lane;
  private final GridReader grid;
  private final BuildInstances instances;
  private final OperationMessages messages;
  private final OperationWatchers watchers;
  private final ExecutorService workers;

  /**
   * A service. Each call has a thread of its own, which may wait.
   *
   * @param grid the lane as clients may read it
   * @param workers of a bounded number; they do what may ask the storage
   */
  OperationService(
      GridLane lane,
      GridReader grid,
      BuildInstances instances,
      BuildStorage storage,
      OperationWatchers watchers,
      ExecutorService workers) {
    this.lane = lane;
    this.grid = grid;
    this.instances = instances;
    this.watchers = watchers;
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
          OperationName name = OperationName.asked(request.getName(), instances);
          AskedOperation asked = known(name, state -> ask(state, name));
          return asked.standing.isOver()
              ? over(name, asked.standing)
              : OperationMessages.open(name, asked.standing, asked.waits);
        });
  }

  /** It may read the storage, as long as the client waits. */
  private Operation over(OperationName name, OperationStanding standing)
      throws InterruptedException, ExecutionException {
    return workers.submit(Context.current().wrap(() -> messages.over(name, standing))).get();
  }

  /**
   * Asks about an operation. Another front door may have read further: the question waits a moment
   * for this one.
   *
   * @param question whose answer is null if the grid does not know the operation in its instance
   */
  private <T> T known(OperationName name, Function<BotsState, T> question)
      throws InterruptedException {
    T answer = grid.read(question);
    if (answer == null) {
      watchers.awaitSight(name.operation());
      answer = grid.read(question);
    }
    if (answer == null) {
      throw name.unknown();
    }
    return answer;
  }

  /** How it stands; null: the grid does not know it in this instance. */
  private static OperationStanding standing(BotsState state, OperationName name) {
    Job job = state.operation(name.operation());
    OperationStanding standing = job == null ? null : OperationStanding.of(job, name.operation());
    return standing == null || !name.isOf(standing) ? null : standing;
  }

  /** The domain's own query says why a job waits, and at which position. */
  private AskedOperation ask(BotsState state, OperationName name) {
    OperationStanding standing = standing(state, name);
    if (standing == null) {
      return null;
    }
    Object why =
        standing.stage() == ExecutionStage.Value.QUEUED
            ? lane.query("waiting").answer(state, new QueryArguments(Map.of("job", standing.job())))
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
          return grid.read(state -> page(state, instance, size, after));
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
    for (Job job : next(state, instance, size, after[0])) {
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

  /** The jobs of the next page, and one more. The first of them may have no operation left. */
  private static List<Job> next(BotsState state, String instance, int size, long after) {
    PriorityQueue<Job> first = new PriorityQueue<>(BY_TICKET.reversed());
    for (Job job : state.jobs()) {
      if (job.spec().ticket() >= after
          && job.instance().equals(instance)
          && !job.operations().isEmpty()) {
        first.add(job);
        if (first.size() > size + 2) {
          first.poll();
        }
      }
    }
    return first.stream().sorted(BY_TICKET).toList();
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
          OperationName name = OperationName.asked(request.getName(), instances);
          var _ = known(name, state -> standing(state, name));
          check(lane.tell(new JobEvent(lane.grid(), new Cancelled(name.operation()))).get());
          return Empty.getDefaultInstance();
        });
  }

  private static void check(List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof JobRefused refused
          && refused.reason() != RefusalReason.INVALID_TRANSITION) {
        throw CallFaults.refused(refused.reason(), refused.detail());
      }
    }
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
