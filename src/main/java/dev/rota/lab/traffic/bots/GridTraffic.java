package dev.rota.lab.traffic.bots;

import dev.rota.bots.wire.BotsWire;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.ParticipantHistory;
import dev.rota.lab.traffic.Traffic;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Seeded grids as records. The first record is a policy. */
public record GridTraffic() implements DomainTraffic {
  /** Queued jobs in the engine benchmark. */
  private static final int QUEUED = 100_000;

  /** Of a demonstration: mostly busy, and three of the rarest machine, so that no queue grows. */
  private static final int BUSY_BOTS = 150;

  @Override
  public String domain() {
    return "bots";
  }

  @Override
  public List<String> lanes() {
    return List.of("builds", "releases", "research");
  }

  @Override
  public Iterator<Event> start(String lane, long seed) {
    GridRecords requests = new GridRecords(lane);
    return new BuildFarm(
        GridShape.ofAFarm(requests),
        requests,
        Traffic.seedOf(lane, seed),
        GridFaults.none(requests));
  }

  @Override
  public Iterator<Event> demonstration(String lane, long seed) {
    GridRecords requests = new GridRecords(lane);
    GridShape shape = GridShape.ofAFarm(requests);
    ParticipantHistory clients = new ParticipantHistory(Traffic.seedOf(lane, seed));
    clients.happen(BotsWire.POLICIES, shape.policy(), null);
    new GridClients(
            shape, requests, clients, (topic, record) -> clients.happen(topic, record, null))
        .start();
    return clients;
  }

  @Override
  public Workforce workforce(String lane, long seed) {
    GridRecords requests = new GridRecords(lane);
    GridShape shape = GridShape.ofAFarm(requests).withBots(BUSY_BOTS);
    return new LeasedBots(shape, requests, Traffic.seedOf(lane, seed));
  }

  @Override
  public Iterator<Event> hostile(String lane, long seed) {
    GridRecords requests = new GridRecords(lane);
    long mixed = Traffic.seedOf(lane, seed);
    return new BuildFarm(
        GridShape.ofSeed(requests, mixed), requests, mixed, new GridFaults(requests, mixed));
  }

  @Override
  public Map<String, Traffic> benchmarks(int scale) {
    return Map.of("", new SaturatedGrid(Math.multiplyExact(QUEUED, scale)));
  }

  @Override
  public Peer peer() {
    return new Peer("BuildGrid's assigner on PostgreSQL 15, one thread", 224);
  }
}
