package dev.rota.testing;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.alarms.model.AlarmView;
import dev.rota.alarms.rules.AlarmEngine;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import java.util.List;
import java.util.stream.IntStream;

/** Alarms with more versions of their rules, another budget, and notes that make the rules fail. */
public final class TestAlarms extends AlarmDomain {
  /** An alarm with this note makes the rules fail when it is to ring. */
  static final String JAMMED = "jammed";

  /** An alarm with this note makes the rules fail when they are asked what is due. */
  static final String ADRIFT = "adrift";

  /** The version of the rules that ring even a jammed bell. */
  public static final int MENDED = 2;

  private final int rules;
  private final long turnBytesMax;

  public TestAlarms() {
    this(1);
  }

  /** With another version of the rules. */
  public TestAlarms(int rules) {
    this(rules, TURN_BYTES_MAX);
  }

  /** With another budget of a turn. */
  public TestAlarms(int rules, long turnBytesMax) {
    this.rules = rules;
    this.turnBytesMax = turnBytesMax;
  }

  @Override
  public long turnBytesMax() {
    return turnBytesMax;
  }

  @Override
  public Engine<? super AlarmState, AlarmInput, AlarmFact> engine() {
    return new Rules(rules);
  }

  /** All rules before these run as well. */
  @Override
  public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
    return IntStream.rangeClosed(1, rules)
        .<DomainCard<AlarmState, AlarmInput, AlarmFact>>mapToObj(
            version -> new TestAlarms(version, turnBytesMax))
        .toList();
  }

  /** Rules that fail where a note says so. */
  record Rules(int rules) implements Engine<AlarmView, AlarmInput, AlarmFact> {
    private static final AlarmEngine SOUND = new AlarmEngine();

    @Override
    public List<Step<AlarmView, AlarmFact>> decide(AlarmView view, Turn<AlarmInput> turn) {
      return SOUND.decide(view, turn);
    }

    @Override
    public Deadline nextDeadline(AlarmView view, Deadline after) {
      Deadline next = SOUND.nextDeadline(view, after);
      if (next != null && ADRIFT.equals(view.alarm(next.id()).note())) {
        throw new IllegalStateException("nobody knows the time");
      }
      return next;
    }

    @Override
    public List<Step<AlarmView, AlarmFact>> fire(AlarmView view, Deadline deadline) {
      return SOUND.fire(view, deadline).stream().map(step -> ring(step, deadline)).toList();
    }

    private Step<AlarmView, AlarmFact> ring(Step<AlarmView, AlarmFact> step, Deadline deadline) {
      return now -> {
        if (JAMMED.equals(now.alarm(deadline.id()).note()) && rules < MENDED) {
          throw new IllegalStateException("the bell is jammed");
        }
        return step.decide(now);
      };
    }
  }
}
