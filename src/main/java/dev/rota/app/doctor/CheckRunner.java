package dev.rota.app.doctor;

import dev.rota.app.doctor.DoctorCheck.Service;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.kernel.domain.Domain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Makes checks one after the other, each with a time limit. Whatever becomes of one, the next one
 * is made, unless it needs what is out of reach.
 */
final class CheckRunner {
  private final DoctorContext context;
  private final Duration limit;
  private final Duration look;
  private final Consumer<String> waiting;
  private final Map<Service, List<String>> skipped = new EnumMap<>(Service.class);

  /** What is out of reach, and what that comes of. */
  private final Map<Service, Service> closed = new EnumMap<>(Service.class);

  /**
   * Makes nothing yet.
   *
   * @param limit of each check
   * @param look how often {@code waiting} is told what is waited for
   */
  CheckRunner(DoctorContext context, Duration limit, Duration look, Consumer<String> waiting) {
    this.context = context;
    this.limit = limit;
    this.look = look;
    this.waiting = waiting;
  }

  /** The names of checks, each for each domain that it is made for. */
  static List<String> names(List<DoctorCheck> checks, List<Domain> domains) {
    return checks.stream()
        .flatMap(check -> domainsOf(check, domains).stream().map(domain -> name(check, domain)))
        .toList();
  }

  private static List<Domain> domainsOf(DoctorCheck check, List<Domain> domains) {
    return check.isOfDomain() ? domains : Collections.singletonList(null);
  }

  private static String name(DoctorCheck check, Domain domain) {
    return check.id() + (domain == null ? "" : " " + domain.name());
  }

  /** Makes the checks in their order. */
  void run(List<DoctorCheck> checks, Consumer<CheckResult> told) {
    for (DoctorCheck check : checks) {
      for (Domain domain : domainsOf(check, context.domains())) {
        String name = name(check, domain);
        Service cause = closed.get(check.needs());
        if (cause != null) {
          skipped.get(cause).add(name);
          close(check.opens(), cause);
          continue;
        }
        List<DoctorFinding> found = limited(check, context.of(domain), name);
        found.forEach(one -> told.accept(CheckResult.of(check, domain, one)));
        if (found.stream().anyMatch(CheckRunner::closes)) {
          close(check.opens(), check.opens());
        }
      }
    }
  }

  /** The checks that were not made, by what is out of reach. */
  Map<Service, List<String>> skipped() {
    return skipped;
  }

  private void close(Service service, Service cause) {
    if (service != Service.NONE) {
      closed.put(service, cause);
      skipped.computeIfAbsent(cause, _ -> new ArrayList<>());
    }
  }

  private static boolean closes(DoctorFinding one) {
    return one.verdict() == Verdict.FAIL || one.verdict() == Verdict.UNKNOWN;
  }

  private List<DoctorFinding> limited(DoctorCheck check, DoctorContext at, String name) {
    FutureTask<List<DoctorFinding>> task = new FutureTask<>(() -> check.look(at));
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    try {
      return awaited(task, name);
    } catch (ExecutionException e) {
      return List.of(failed(e.getCause(), check, at));
    } catch (TimeoutException _) {
      task.cancel(true);
      return List.of(
          new DoctorFinding(
              check.opens().isVital() ? Verdict.FAIL : Verdict.UNKNOWN,
              "it is not known after %d s".formatted(limit.toSeconds()),
              List.of("look again; --timeout SECONDS waits longer")));
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private List<DoctorFinding> awaited(FutureTask<List<DoctorFinding>> task, String name)
      throws ExecutionException, TimeoutException, InterruptedException {
    long started = System.nanoTime();
    while (true) {
      long left = limit.toNanos() - (System.nanoTime() - started);
      try {
        return task.get(Math.min(look.toNanos(), Math.max(0, left)), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (left <= look.toNanos()) {
          throw e;
        }
        long waited = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started);
        waiting.accept("%s: waits, %d s of at most %d".formatted(name, waited, limit.toSeconds()));
      }
    }
  }

  /** An error of a check, such as a class that is missing, ends no other check. */
  private static DoctorFinding failed(Throwable fault, DoctorCheck check, DoctorContext at) {
    Verdict verdict = check.opens().isVital() ? Verdict.FAIL : Verdict.UNKNOWN;
    if (!(fault instanceof Exception e)) {
      return DoctorFinding.unknown(fault.toString(), "report it: this is a bug");
    }
    return at.lackingAfter(e)
        .map(lacking -> DoctorFinding.of(verdict, lacking))
        .orElseGet(() -> DoctorFinding.of(verdict, e));
  }
}
