package dev.rota.lab.traffic.bots;

import dev.rota.bots.wire.BotsWire;
import dev.rota.lab.traffic.ParticipantHistory;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * The clients of a simulated grid. They submit jobs, and cancel some.
 *
 * @param send takes a topic and a record
 */
record GridClients(
    GridShape shape,
    GridRecords requests,
    ParticipantHistory unfolding,
    BiConsumer<String, SpecificRecord> send) {
  void start() {
    unfolding.later(500, () -> submit(0));
  }

  private void submit(long number) {
    SplittableRandom random = unfolding.random();
    String job = "job-" + number;
    boolean joins = random.nextInt(8) == 0;
    send.accept(
        BotsWire.JOBS,
        requests.submitted(
            job,
            GridShape.pick(GridShape.INSTANCES, random),
            random.nextInt(5) - 2,
            shape.needs(random),
            random.nextInt(3) == 0 ? "tree-" + random.nextInt(6) : null,
            joins ? "action-" + random.nextInt(6) : number % 2 == 0 ? "action of " + job : null,
            random.nextInt(6) == 0 ? job + "/op" : null,
            random.nextInt(40) == 0));
    if (random.nextInt(30) == 0) {
      send.accept(BotsWire.JOBS, requests.cancelled("job-" + (number - random.nextInt(5))));
    }
    unfolding.later(1 + random.nextInt(2 * shape.arrivalMillis()), () -> submit(number + 1));
  }
}
