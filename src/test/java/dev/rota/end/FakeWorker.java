package dev.rota.end;

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
    bots = BotsGrpc.newBlockingStub(door);
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

  /** Waits for leases, and says that it runs them. Returns the first. */
  Lease take() {
    while (session.getLeasesList().stream()
        .noneMatch(one -> one.getState() == LeaseState.PENDING)) {
      update();
    }
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

  /** Reports its leases with this result. */
  BotSession complete(ActionResult result) {
    BotSession.Builder done = session.toBuilder();
    done.getLeasesBuilderList()
        .forEach(one -> one.setState(LeaseState.COMPLETED).setResult(Any.pack(result)));
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
