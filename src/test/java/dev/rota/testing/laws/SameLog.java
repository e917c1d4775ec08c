package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.testing.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** L1: two runs over one log are equal, wherever and beside whatever they run. */
final class SameLog<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  private static final int THREADS = 3;
  private static final int TURNS = 7; // of a page
  private static final String[] LOCALES = {"ar-EG-u-nu-arab", "tr-TR-u-nu-deva", "th-TH-u-nu-thai"};
  private static final String[] ZONES = {"Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"};

  SameLog(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    List<DecidedTurn> plain = play(history);
    for (List<DecidedTurn> other : abroad(history)) {
      tally.met();
      Optional<String> difference =
          difference(plain, other, "on another thread, in another locale and zone");
      if (difference.isPresent()) {
        return difference;
      }
    }
    return replayed(plain);
  }

  private Optional<String> replayed(List<DecidedTurn> plain) {
    PartitionReplay replay = new PartitionReplay(domain);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    Pages.of(TURNS, plain).forEach(page -> replay.page(page, verdicts::add));
    return verdicts.stream()
        .filter(ReplayVerdict.Differs.class::isInstance)
        .findFirst()
        .map(differs -> "replayed from its ledger: " + differs);
  }

  private List<List<DecidedTurn>> abroad(History history) {
    Locale locale = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    int choice = (int) Math.floorMod(history.seed(), (long) LOCALES.length);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      Locale.setDefault(Locale.forLanguageTag(LOCALES[choice]));
      TimeZone.setDefault(TimeZone.getTimeZone(ZONES[choice]));
      List<Callable<List<DecidedTurn>>> runs = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        // A tally is for one thread: the runs beside are not counted.
        Law<S, I, F> beside = new SameLog<>(domain, customs, new Tally());
        runs.add(() -> beside.play(history));
      }
      return all(threads, runs);
    } finally {
      Locale.setDefault(locale);
      TimeZone.setDefault(zone);
      threads.shutdownNow();
    }
  }

  private static <T> List<T> all(ExecutorService threads, List<Callable<T>> work) {
    try {
      List<T> done = new ArrayList<>();
      for (Future<T> one : threads.invokeAll(work)) {
        done.add(one.get());
      }
      return done;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("a run beside others did not end", e);
    }
  }
}
