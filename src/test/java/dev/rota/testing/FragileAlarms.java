package dev.rota.testing;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.alarms.model.AlarmView;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Alarms with bugs. An alarm of a certain name makes the rules throw an Error. A lane with the
 * alarm {@link #POISON} works on in memory, and cannot be opened from its rows until the rules are
 * {@link TestAlarms#MENDED}.
 */
public final class FragileAlarms {
  public static final String POISON = "poison";
  public static final String ASSERTION = "assertion";
  public static final String RECURSION = "recursion";
  public static final String MEMORY = "memory";
  public static final String LINKAGE = "linkage";

  /** A lane with this alarm cannot be saved. */
  public static final String UNSAVABLE = "unsavable";

  private final int rules;
  private int opened;
  private Runnable opening = () -> {};

  public FragileAlarms() {
    this(1);
  }

  public FragileAlarms(int rules) {
    this.rules = rules;
  }

  /** The same of a new process. */
  public FragileAlarms fresh() {
    return new FragileAlarms(rules);
  }

  /** What happens whenever a lane is opened. */
  public void opening(Runnable what) {
    opening = what;
  }

  /** How often a lane was opened. */
  public int opened() {
    return opened;
  }

  public DomainCard<AlarmState, AlarmInput, AlarmFact> domain() {
    return card(rules);
  }

  private DomainCard<AlarmState, AlarmInput, AlarmFact> card(int version) {
    TestAlarms sound = new TestAlarms(version);
    boolean mended = version >= TestAlarms.MENDED;
    return new DomainCard<>() {
      @Override
      public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
        return IntStream.rangeClosed(1, version).mapToObj(FragileAlarms.this::card).toList();
      }

      @Override
      public AlarmState open(Tables tables) {
        opened++;
        opening.run();
        AlarmState state = new Unsavable(tables);
        if (!mended && state.alarm(POISON) != null) {
          throw new AssertionError("there is poison in the rows");
        }
        return state;
      }

      @Override
      public Engine<? super AlarmState, AlarmInput, AlarmFact> engine() {
        return new Fragile(new TestAlarms.Rules(version));
      }

      @Override
      public String name() {
        return sound.name();
      }

      @Override
      public Wire<AlarmInput, AlarmFact> wire() {
        return sound.wire();
      }

      @Override
      public Map<String, Query<AlarmState>> queries() {
        return sound.queries();
      }

      @Override
      public LaneFigures figures(AlarmState state) {
        return sound.figures(state);
      }

      @Override
      public List<Invariant<AlarmState>> invariants() {
        return sound.invariants();
      }
    };
  }

  private static final class Unsavable extends AlarmState {
    Unsavable(Tables tables) {
      super(tables);
    }

    @Override
    public void save() {
      if (alarm(UNSAVABLE) != null) {
        throw new AssertionError("this cannot be saved");
      }
    }
  }

  private record Fragile(TestAlarms.Rules sound)
      implements Engine<AlarmView, AlarmInput, AlarmFact> {
    @Override
    public int rules() {
      return sound.rules();
    }

    @Override
    public List<Step<AlarmView, AlarmFact>> decide(AlarmView view, Turn<AlarmInput> turn) {
      if (turn.input() instanceof AlarmInput.SetAlarm set) {
        stumble(set.id());
      }
      return sound.decide(view, turn);
    }

    private static void stumble(String id) {
      switch (id) {
        case ASSERTION -> throw new AssertionError("this cannot be");
        case RECURSION -> deeper(1);
        case MEMORY -> throw new OutOfMemoryError("Java heap space");
        case LINKAGE -> throw new NoClassDefFoundError("dev/rota/Gone");
        default -> {
          // a sound alarm
        }
      }
    }

    private static long deeper(long depth) {
      return depth < 0 ? 0 : 1 + deeper(depth + 1);
    }

    @Override
    public Deadline nextDeadline(AlarmView view, Deadline after) {
      return sound.nextDeadline(view, after);
    }

    @Override
    public List<Step<AlarmView, AlarmFact>> fire(AlarmView view, Deadline deadline) {
      if (deadline.id().startsWith("late-")) {
        stumble(deadline.id().substring("late-".length()));
      }
      return sound.fire(view, deadline);
    }
  }
}
