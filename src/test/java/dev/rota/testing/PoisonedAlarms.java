package dev.rota.testing;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.table.Tables;
import java.util.List;

/** A card with a bug: a lane with the alarm {@link #POISON} cannot be opened from its rows. */
public final class PoisonedAlarms extends AlarmDomain {
  public static final String POISON = "poison";

  @Override
  public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
    return List.of(this);
  }

  @Override
  public AlarmState open(Tables tables) {
    AlarmState state = super.open(tables);
    if (state.alarm(POISON) != null) {
      throw new AssertionError("there is poison in the rows");
    }
    return state;
  }
}
