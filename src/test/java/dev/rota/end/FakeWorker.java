package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import io.grpc.Channel;
import java.util.List;
import java.util.function.Function;

/** A worker of the Remote Workers API that runs nothing: the test says what came of each lease. */
final class FakeWorker {
  private final String instance;
  private BotsGrpc.BotsBlockingStub bots;
  private BotSession session;

  FakeWorker(Channel door, String instance, String name, String family, int capacity) {
    this.instance = instance;
    goTo(door);
    BotSession.Builder said = BotSession.newBuilder().setBotId(name).setStatus(BotStatus.OK);
    said.getWorkerBuilder()
        .addConfigsBuilder()
        .setKey("capacity")
        .setValue(Integer.toString(capacity));
    said.getWorkerBuilder()
        .addDevicesBuilder()
        .addPropertiesBuilder()
        .setKey("OSFamily")
        .setValue(family);
    session = said.build();
  }

  /** From now on, it uses another front door. */
  void goTo(Channel door) {
    bots = OpenDoor.bounded(BotsGrpc.newBlockingStub(door));
  }

  FakeWorker create() {
    session =
        bots.createBotSession(
            CreateBotSessionRequest.newBuilder()
                .setParent(instance)
                .setBotSession(session)
                .build());
    return this;
  }

  BotSession session() {
    return session;
  }

  /** Tells the grid what it has, and takes over what the grid says. */
  BotSession update() {
    session =
        bots.updateBotSession(
            UpdateBotSessionRequest.newBuilder()
                .setName(session.getName())
                .setBotSession(session)
                .build());
    return session;
  }

  /** Waits until it is to run so many. */
  FakeWorker await(int leases) {
    long until = System.nanoTime() + OpenDoor.WAIT_MAX.toNanos();
    while (states().stream().filter(state -> state == LeaseState.PENDING).count() < leases) {
      assertThat(System.nanoTime() - until).as("the grid gives it no lease").isNegative();
      update();
    }
    return this;
  }

  /** Waits for leases, and says that it runs them. Returns the first. */
  Lease take() {
    await(1);
    BotSession.Builder taken = session.toBuilder();
    taken.getLeasesBuilderList().forEach(one -> one.setState(LeaseState.ACTIVE));
    session = taken.build();
    return update().getLeases(0);
  }

  /** From now on, it says that it runs this one, whoever was given it. */
  FakeWorker claim(Lease lease) {
    session =
        session.toBuilder()
            .clearLeases()
            .addLeases(lease.toBuilder().setState(LeaseState.ACTIVE))
            .build();
    return this;
  }

  /** From now on, it says that this is its session. */
  FakeWorker as(String name) {
    session = session.toBuilder().setName(name).build();
    return this;
  }

  /** Reports its leases with this result. */
  BotSession complete(ActionResult result) {
    return completeEach(_ -> Any.pack(result));
  }

  /** Reports its leases with a result each; one that is empty is left out. */
  BotSession completeEach(Function<Lease, Any> results) {
    BotSession.Builder done = session.toBuilder();
    for (Lease.Builder one : done.getLeasesBuilderList()) {
      Any result = results.apply(one.build());
      one.setState(LeaseState.COMPLETED).clearResult();
      if (!result.equals(Any.getDefaultInstance())) {
        one.setResult(result);
      }
    }
    session = done.build();
    return update();
  }

  /** Reports its leases as failed. */
  BotSession fail(int code, String why) {
    BotSession.Builder done = session.toBuilder();
    done.getLeasesBuilderList()
        .forEach(
            one -> {
              one.setState(LeaseState.COMPLETED);
              one.getStatusBuilder().setCode(code).setMessage(why);
            });
    session = done.build();
    return update();
  }

  List<LeaseState> states() {
    return session.getLeasesList().stream().map(Lease::getState).toList();
  }

  /** It goes, and does not come back. */
  void leave() {
    session = session.toBuilder().clearLeases().setStatus(BotStatus.BOT_TERMINATING).build();
    update();
  }
}
