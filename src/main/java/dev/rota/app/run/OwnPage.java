package dev.rota.app.run;

import dev.rota.app.cluster.DomainFollowers;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.stream.status.OpeningProgress;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ProcessContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page of {@code rota run --follow}: it follows the partitions that this process has, as they
 * come and go, and sends questions about others to who has them.
 */
final class OwnPage implements ProcessContext, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnPage.class);
  private static final long LOOK_MILLIS = 500;

  private final List<LiveDomain> live;
  private final LiveServer server;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(OwnPage::daemon);
  private volatile RunningDomains running;

  private OwnPage(List<LiveDomain> live, int port) {
    this.live = live;
    this.server = HttpPortOpener.page(live, port, this);
  }

  /** Opens the port. Nothing is followed until {@link #follow}. */
  static OwnPage open(
      ShutdownSequence shutdown, List<Domain> domains, Settings settings, int port) {
    List<LiveDomain> live = DomainFollowers.idle(shutdown, domains, settings);
    OwnPage page = shutdown.with(new OwnPage(live, port));
    DomainFollowers.watchEngine(live, settings, page::opening);
    return page;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "own-page");
    thread.setDaemon(true);
    return thread;
  }

  String url() {
    return server.url();
  }

  /** The address that the others send questions to. */
  String address() {
    return server.url().substring("http://".length());
  }

  /** Questions about what it is just about to follow are not sent round in a circle. */
  @Override
  public Optional<String> server(String domain, int partition) {
    RunningDomains asked = running;
    return asked == null
        ? Optional.empty()
        : asked.server(domain, partition).filter(one -> !one.equals(address()));
  }

  private List<OpeningProgress> opening(String domain) {
    RunningDomains asked = running;
    return asked == null ? List.of() : asked.opening(domain);
  }

  @Override
  public List<Map<String, Object>> engine() {
    RunningDomains asked = running;
    return asked == null ? List.of() : asked.shown();
  }

  /** From now on, follows what these domains have. */
  void follow(RunningDomains domains) {
    running = domains;
    var _ = timer.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      live.forEach(one -> one.follow(running.owned(one.domain().name())));
    } catch (RuntimeException e) {
      LOG.warn("the page cannot follow its partitions at present; retrying", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    server.close();
  }
}
