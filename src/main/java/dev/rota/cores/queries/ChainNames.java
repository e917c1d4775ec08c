package dev.rota.cores.queries;

import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.kernel.domain.Why.Thing;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The cores, groups and paras that a chain has, and the collators that claim or are on a core. */
final class ChainNames {
  private static final String COLLATOR = "collator";

  private ChainNames() {}

  static Stream<Thing> of(CoresState state) {
    return Stream.of(
            IntStream.range(0, state.cores()).mapToObj(core -> thing(CoresWhy.CORE, core)),
            paras(state).distinct().mapToObj(para -> thing(CoresWhy.PARA, para)),
            collators(state).distinct().map(name -> new Thing(COLLATOR, name)),
            IntStream.range(0, state.session().groups().count())
                .mapToObj(group -> thing(CoresWhy.GROUP, group)))
        .flatMap(some -> some);
  }

  private static Thing thing(String kind, long id) {
    return new Thing(kind, Long.toString(id));
  }

  private static LongStream paras(CoresState state) {
    return Stream.of(
            state.session().parachains(), state.session().parathreads(), state.claimIndex())
        .flatMapToLong(some -> some.list().stream().mapToLong(Long::longValue));
  }

  private static Stream<String> collators(CoresState state) {
    Stream<String> queued = state.queue().stream().map(QueuedClaim::collator);
    Stream<String> scheduled = state.scheduled().stream().map(one -> one.collator());
    Stream<String> occupied =
        IntStream.range(0, state.cores())
            .mapToObj(state::occupant)
            .filter(Objects::nonNull)
            .map(one -> one.collator());
    return Stream.of(queued, scheduled, occupied).flatMap(some -> some).filter(Objects::nonNull);
  }
}
