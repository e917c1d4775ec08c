package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.RulesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A registered bot. Facts change it through the state; rules only read it. */
public final class Bot {
  final BotSpec spec;
  BotProfile profile;
  long expiresAt;

  /** The policy's keepalive when the bot last sent a heartbeat, ms. */
  long keepalive;

  /** The newest is last. */
  List<String> hints = new ArrayList<>();

  final TreeMap<String, Leased> held;
  private final NavigableMap<String, Leased> heldToRead;
  BotClass kind;
  Timeline.Mark<Bot> mark;

  /** The score without locality. It does not change while the bot is among the free bots. */
  double rank;

  /** Whether its row is to be written. */
  boolean changed;

  public Bot(BotSpec spec, BotProfile profile, long expiresAt, RulesVersion version) {
    this.spec = spec;
    this.profile = profile;
    this.expiresAt = expiresAt;
    this.held = new TreeMap<>(version.texts());
    this.heldToRead = Collections.unmodifiableNavigableMap(held);
  }

  /** Section 5: higher score first; ties by smaller name. */
  static Comparator<Bot> bestFirst(RulesVersion version) {
    boolean signed = version.isBefore(RulesVersion.THIRD); // -0.0 was worse than 0.0
    Comparator<String> names = version.texts();
    return (a, b) -> {
      boolean tie = a.rank == b.rank && !signed;
      int byRank = tie ? 0 : Double.compare(b.rank, a.rank);
      return byRank != 0 ? byRank : names.compare(a.spec.name(), b.spec.name());
    };
  }

  public String name() {
    return spec.name();
  }

  /** The number of additional jobs that the bot can take; at least 0. */
  public int spare() {
    return Math.max(0, profile.capacity() - held.size());
  }

  public boolean isHealthy() {
    return profile.health() == BotHealth.OK;
  }

  /** Section 1: status OK and spare capacity. */
  public boolean isFree() {
    return held.size() < profile.slots();
  }

  public BotSpec spec() {
    return spec;
  }

  public BotProfile profile() {
    return profile;
  }

  public List<String> hints() {
    return Collections.unmodifiableList(hints);
  }

  public NavigableMap<String, Leased> held() {
    return heldToRead;
  }

  public long expiresAt() {
    return expiresAt;
  }

  public BotClass kind() {
    return kind;
  }

  public long keepalive() {
    return keepalive;
  }
}
