package dev.rota.lab.traffic.bots;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotStatus;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.wire.BotsWire;
import dev.rota.lab.traffic.FaultMix;
import dev.rota.lab.traffic.Traffic.Event;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/** Errors of clients, bots and operators. Each seed has its own mix and omits most tricks. */
final class GridFaults {
  private static final int PER_MILLE_MAX = 120;
  private static final int[] ODD_CAPACITIES = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};
  private static final Map<String, List<String>> NONE = Map.of("ISA", List.of());
  private static final String[] ODD_NAMES = {"", "\u0000", "a\nb", "x".repeat(600)};

  private enum Trick {
    CANCEL_STORM,
    UNKNOWN_OPERATION,
    ODD_JOB,
    UNKNOWN_PROPERTY,
    LABELLED,
    IN_A_HURRY,
    TOO_LONG,
    SUBMITTED_AGAIN,
    HOPELESS,
    BOT_SILENT,
    FLAPPING,
    STALE_SESSION,
    ODD_CAPACITY,
    ODD_STATUS,
    ODD_PROPERTIES,
    ODD_REPORT,
    SICK,
    NOT_ITS_LEASE,
    TWICE_COMPLETED,
    BROKEN_PROTOCOL,
    OTHER_INSTANCE,
    OTHER_POLICY,
    FIELD_SWITCHED,
    SWITCHED_BACK,
    BAD_POLICY
  }

  private final GridRecords requests;
  private final SplittableRandom random;
  private final Map<Trick, Integer> perMille = new EnumMap<>(Trick.class);
  private final PolicyFaults policies;
  private boolean silence;
  private long jobs;

  /** Returns a mix without faults. */
  static GridFaults none(GridRecords requests) {
    return new GridFaults(requests, 0, true);
  }

  GridFaults(GridRecords requests, long seed) {
    this(requests, seed, false);
  }

  private GridFaults(GridRecords requests, long seed, boolean none) {
    this.requests = requests;
    // Uses its own stream, so that the farm's random choices are the same with and without faults.
    this.random = new SplittableRandom(~seed);
    this.policies = new PolicyFaults(new GridPolicies(requests, random), random);
    boolean calm = none || random.nextInt(8) == 0;
    for (Trick one : Trick.values()) {
      if (!calm && random.nextInt(3) == 0) {
        perMille.put(one, 1 + random.nextInt(PER_MILLE_MAX));
      }
    }
  }

  /** True if the bot names its session, if it knows one. A sensible bot always does. */
  boolean namesSession() {
    return perMille.isEmpty() || random.nextBoolean();
  }

  /** True if the bot that just sent a heartbeat falls silent. */
  boolean silences() {
    boolean now = silence;
    silence = false;
    return now;
  }

  /** Returns the events that are sent instead of the sensible record. */
  List<Event> upon(String topic, long atMillis, SpecificRecord sensible) {
    if (sensible instanceof JobEvent) {
      jobs++;
    } else if (sensible instanceof BotPolicy first) {
      policies.sent(first);
    }
    for (Map.Entry<Trick, Integer> often : perMille.entrySet()) {
      if (random.nextInt(1000) < often.getValue()) {
        String fault = FaultMix.told(often.getKey());
        List<Event> odd = odd(often.getKey(), topic, atMillis, sensible, fault);
        if (!odd.isEmpty()) {
          return odd;
        }
      }
    }
    return List.of(new Event(topic, atMillis, sensible));
  }

  private List<Event> odd(
      Trick trick, String topic, long at, SpecificRecord sensible, String fault) {
    List<Event> events = new ArrayList<>();
    if (sensible instanceof JobEvent event) {
      jobs(trick, event).forEach(one -> events.add(new Event(topic, at, one, fault)));
    } else if (sensible instanceof BotHeartbeat beat) {
      beats(trick, beat).forEach(one -> events.add(new Event(topic, at, one, fault)));
    }
    BotPolicy other = policy(trick);
    if (other != null) {
      events.add(new Event(topic, at, sensible));
      events.add(new Event(BotsWire.POLICIES, at, other, fault));
    }
    return events;
  }

  private String someJob() {
    return "job-" + Math.max(0, jobs - random.nextInt(12));
  }

  private List<JobEvent> jobs(Trick trick, JobEvent sensible) {
    String name = "odd-" + jobs;
    return switch (trick) {
      case CANCEL_STORM -> {
        List<JobEvent> storm = new ArrayList<>(List.of(sensible));
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
          storm.add(requests.cancelled(someJob() + (random.nextInt(6) == 0 ? "/op" : "")));
        }
        yield storm;
      }
      case UNKNOWN_OPERATION -> List.of(requests.cancelled("nobody's"));
      case ODD_JOB ->
          List.of(requests.submitted(ODD_NAMES[random.nextInt(4)], "main", 0, Map.of(), null));
      case UNKNOWN_PROPERTY ->
          List.of(requests.submitted(name, "main", 0, Map.of("GPU", List.of("1")), null));
      case LABELLED -> {
        String label = GridShape.SYSTEMS.get(random.nextInt(3));
        yield List.of(but(requests.submitted(name, "main", 0, NONE, null), label, null));
      }
      case IN_A_HURRY -> {
        JobEvent event = requests.submitted(name, "mobile", 0, Map.of(), null);
        yield List.of(but(event, null, 1L + random.nextInt(9000)));
      }
      case TOO_LONG -> {
        JobEvent event = requests.submitted(name, "main", 0, Map.of(), null);
        yield List.of(but(event, null, Long.MAX_VALUE));
      }
      case SUBMITTED_AGAIN ->
          List.of(sensible, requests.submitted(someJob(), "mobile", 9, Map.of(), "another-hint"));
      case HOPELESS ->
          List.of(requests.submitted(name, "main", 0, Map.of("ISA", List.of("vax")), null));
      default -> List.of();
    };
  }

  private static JobEvent but(JobEvent event, String label, Long timeoutMillis) {
    dev.rota.bots.Submitted submitted = (dev.rota.bots.Submitted) event.getEvent();
    return JobEvent.newBuilder(event)
        .setEvent(
            dev.rota.bots.Submitted.newBuilder(submitted)
                .setLabel(label)
                .setTimeoutMs(timeoutMillis)
                .build())
        .build();
  }

  private List<BotHeartbeat> beats(Trick trick, BotHeartbeat beat) {
    BotHeartbeat.Builder odd = BotHeartbeat.newBuilder(beat);
    return switch (trick) {
      case BOT_SILENT -> {
        silence = true;
        yield List.of(beat);
      }
      case FLAPPING ->
          random.nextBoolean()
              ? List.of(odd.setRegistering(true).setLeases(List.of()).build())
              : List.of(beat, odd.setClosing(true).setLeases(List.of()).build());
      case STALE_SESSION -> List.of(GridRecords.with(beat, BotStatus.OK, beat.getBot() + "/0"));
      case ODD_CAPACITY ->
          List.of(beat, odd.setCapacity(ODD_CAPACITIES[random.nextInt(4)]).build());
      case ODD_STATUS -> List.of(GridRecords.with(beat, any(BotStatus.values()), null));
      case ODD_PROPERTIES ->
          List.of(odd.setProperties(random.nextBoolean() ? Map.of() : NONE).build());
      case ODD_REPORT ->
          List.of(odd.setLeases(beat.getLeases().stream().map(this::odd).toList()).build());
      case SICK -> List.of(GridRecords.with(beat, BotStatus.UNHEALTHY, null));
      case NOT_ITS_LEASE -> List.of(reporting(beat, someJob(), ReportedState.COMPLETED));
      case TWICE_COMPLETED -> {
        List<LeaseReport> twice = new ArrayList<>(beat.getLeases());
        twice.addAll(beat.getLeases());
        yield List.of(odd.setLeases(twice).build());
      }
      case BROKEN_PROTOCOL ->
          beat.getLeases().isEmpty()
              ? List.of(reporting(beat, someJob(), ReportedState.UNKNOWN))
              : List.of(reporting(beat, beat.getLeases().get(0).getJob(), ReportedState.PENDING));
      case OTHER_INSTANCE -> List.of(odd.setInstance("elsewhere").build());
      default -> List.of();
    };
  }

  private LeaseReport odd(LeaseReport sensible) {
    LeaseReport.Builder odd = LeaseReport.newBuilder(sensible);
    if (random.nextInt(4) == 0) {
      return odd.setState(ReportedState.CANCELLED).build();
    }
    return odd.setState(ReportedState.COMPLETED)
        .setCode(any(StatusCode.values()))
        .setExitCode(random.nextInt(256))
        .build();
  }

  private <T> T any(T[] all) {
    return all[random.nextInt(all.length)];
  }

  private static BotHeartbeat reporting(BotHeartbeat beat, String job, ReportedState state) {
    List<LeaseReport> leases = new ArrayList<>(beat.getLeases());
    leases.add(new LeaseReport(job, state, null, null, null, null));
    return BotHeartbeat.newBuilder(beat).setLeases(leases).build();
  }

  private BotPolicy policy(Trick trick) {
    return switch (trick) {
      case OTHER_POLICY -> policies.other();
      case FIELD_SWITCHED -> policies.switched();
      case SWITCHED_BACK -> policies.back();
      case BAD_POLICY -> policies.bad();
      default -> null;
    };
  }
}
