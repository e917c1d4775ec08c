package dev.rota.cores.queries;

import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresState;
import dev.rota.kernel.domain.Why;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says why a para, a core or a group is as it is. A para has one live claim at most, so the para's
 * id is the claim's too.
 */
public final class CoresWhy implements Why<CoresState, CoresFact> {
  static final String PARA = "para";
  static final String CORE = "core";
  static final String GROUP = "group";

  private static final Pattern UNSIGNED = Pattern.compile("0|[1-9][0-9]{0,9}"); // of 32 bits

  @Override
  public List<String> kinds() {
    return List.of(PARA, CORE, GROUP);
  }

  @Override
  public Optional<Reason> now(Thing thing, CoresState state, long atMillis) {
    long id = id(thing);
    if (id < 0) {
      return Optional.empty();
    }
    return switch (thing.kind()) {
      case PARA -> new ParaNow(state, id).reason();
      case CORE ->
          id < state.cores()
              ? Optional.of(new CoreNow(state, (int) id).reason())
              : Optional.empty();
      case GROUP ->
          id < state.session().groups().count()
              ? Optional.of(GroupNow.reason(state, (int) id))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  @Override
  public Stream<Thing> names(CoresState state) {
    return ChainNames.of(state);
  }

  @Override
  public String headline(List<CoresFact> facts) {
    return ChainHeadline.of(facts);
  }

  @Override
  public List<Reason> decided(Thing thing, CoresState before, List<CoresFact> facts) {
    long id = id(thing);
    if (id < 0) {
      return List.of();
    }
    return switch (thing.kind()) {
      case PARA -> new ParaDecided(id, before, facts).reasons();
      case CORE -> new CoreDecided(id, before, facts).reasons();
      case GROUP -> new GroupDecided(id, before, facts).reasons();
      default -> List.of();
    };
  }

  /** Returns -1 for a text that is no id, such as {@code 007}. */
  private static long id(Thing thing) {
    return UNSIGNED.matcher(thing.id()).matches() ? Long.parseLong(thing.id()) : -1;
  }
}
