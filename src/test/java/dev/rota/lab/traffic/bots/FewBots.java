package dev.rota.lab.traffic.bots;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsState;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import java.util.Iterator;
import java.util.function.ObjIntConsumer;

/** Traffic of a grid in which most bots are never heard of, so that jobs wait. */
public final class FewBots {
  private static final int OF = 12;

  private FewBots() {}

  /** Shows the grid behind each event that it takes, and which event that is. */
  public static void play(long seed, int events, ObjIntConsumer<BotsState> to) {
    BotsDomain bots = new BotsDomain();
    var book = new Book(bots);
    Iterator<Traffic.Event> traffic = DomainTraffic.of(bots).start("here", seed);
    for (int i = 0; i < events; i++) {
      Traffic.Event event = traffic.next();
      boolean silent =
          event.record() instanceof BotHeartbeat beat
              && Math.floorMod(beat.getBot().hashCode(), OF) != 0;
      if (!silent) {
        book.take(event.topic(), "here", event.atMillis(), event.record());
        to.accept((BotsState) book.lane("here").state(), i);
      }
    }
  }
}
