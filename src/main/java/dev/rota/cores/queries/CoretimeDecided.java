package dev.rota.cores.queries;

import dev.rota.cores.model.CoresFact.CoreShown;
import dev.rota.cores.model.CoresFact.OrderDropped;
import dev.rota.cores.model.CoresFact.OrderQueued;
import dev.rota.cores.model.CoresFact.OrderReturned;
import dev.rota.cores.model.CoresFact.SharesAssigned;
import dev.rota.cores.model.CoresFact.SharesRefused;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.SpotOrder;
import dev.rota.kernel.domain.Why;

/** What a turn has decided by coretime, as a core and a para tell it. */
final class CoretimeDecided {
  private CoretimeDecided() {}

  static Why.Reason assigned(SharesAssigned fact) {
    String end =
        fact.schedule().end().isPresent()
            ? " until before block " + fact.schedule().end().getAsLong()
            : ", until others begin";
    return new Why.Reason(
        "gets shares from block " + fact.schedule().begin() + " on" + end, "cores K2");
  }

  static Why.Reason refused(SharesRefused fact) {
    return new Why.Reason(
        "its shares are refused, " + fact.reason() + ": " + fact.detail(), "cores K2");
  }

  static Why.Reason shown(CoreShown fact) {
    boolean isOrder = fact.assignment().kind() == OccupantKind.PARATHREAD;
    String why =
        fact.isAhead()
            ? ", as the core has nothing in this block and this in the next"
            : isOrder
                ? ", as the turn is the pool's and its order is ready"
                : ", as its share has the turn";
    return new Why.Reason(
        "block "
            + fact.block()
            + " shows para "
            + fact.assignment().para()
            + " on core "
            + fact.assignment().core()
            + " with group "
            + fact.assignment().group()
            + why,
        "cores K5");
  }

  static Why.Reason queued(OrderQueued fact) {
    return new Why.Reason(order(fact.order()) + " waits, at the price " + fact.price(), "cores K6");
  }

  static Why.Reason returned(OrderReturned fact) {
    String what = " goes to the end of the queue, as core " + fact.core() + " is still occupied";
    return new Why.Reason(order(fact.order()) + what, "cores K5");
  }

  static Why.Reason dropped(OrderDropped fact) {
    return new Why.Reason(order(fact.order()) + " is dropped, " + fact.reason(), "cores K5");
  }

  private static String order(SpotOrder order) {
    return "the order of " + order.collator();
  }
}
