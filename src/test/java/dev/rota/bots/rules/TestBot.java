package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.SortedProperties;
import java.util.List;

/** A bot that beats: healthy, of all instances, with one slot, no properties and no report. */
public final class TestBot {
  private final String name;
  private String session;
  private String instance = "*";
  private BotHealth health = BotHealth.OK;
  private int capacity = 1;
  private int priority;
  private SortedProperties has = SortedProperties.NONE;
  private List<Report> reports = List.of();
  private boolean registering;
  private boolean closing;

  public TestBot(String name) {
    this.name = name;
  }

  /** One that goes on as it is, and reports nothing. */
  public static TestBot of(Bot bot) {
    return new TestBot(bot.name())
        .session(bot.spec().session())
        .instance(bot.spec().instance())
        .health(bot.profile().health())
        .capacity(bot.profile().capacity())
        .priority(bot.profile().priority())
        .has(bot.spec().said());
  }

  public TestBot session(String its) {
    session = its;
    return this;
  }

  public TestBot instance(String its) {
    instance = its;
    return this;
  }

  public TestBot health(BotHealth its) {
    health = its;
    return this;
  }

  public TestBot capacity(int its) {
    capacity = its;
    return this;
  }

  public TestBot priority(int its) {
    priority = its;
    return this;
  }

  public TestBot has(SortedProperties its) {
    has = its;
    return this;
  }

  public TestBot reports(List<Report> its) {
    reports = its;
    return this;
  }

  public TestBot registering(boolean is) {
    registering = is;
    return this;
  }

  public TestBot closing(boolean is) {
    closing = is;
    return this;
  }

  public BotProfile profile() {
    return new BotProfile(health, capacity, priority);
  }

  public Heartbeat beat() {
    return new Heartbeat(name, session, instance, profile(), has, reports, registering, closing);
  }
}
