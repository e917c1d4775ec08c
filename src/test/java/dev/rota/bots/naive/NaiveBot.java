package dev.rota.bots.naive;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A bot that lives: what its registration fixed, and what it last said. */
final class NaiveBot {
  final String name;
  final String session;
  final String instance;
  final Map<String, List<String>> said;
  final NaiveProperties.Able able;
  final String cohort;

  BotStatus status;
  int capacity;
  int priority;
  long expiresAt;

  /** The policy's when it last spoke. */
  long keepalive;

  /** The newest last. */
  final List<String> hints = new ArrayList<>();

  /** In the order they came. */
  final List<NaiveJob> held = new ArrayList<>();

  NaiveBot(BotHeartbeat beat, String session, NaiveProperties.Able able, String cohort) {
    this.name = beat.getBot();
    this.session = session;
    this.instance = beat.getInstance();
    this.said = beat.getProperties();
    this.able = able;
    this.cohort = cohort;
  }

  int spare() {
    return Math.max(0, capacity - held.size());
  }

  boolean isWell() {
    return status == BotStatus.OK;
  }
}
