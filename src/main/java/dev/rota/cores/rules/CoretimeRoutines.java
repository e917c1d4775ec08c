package dev.rota.cores.rules;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoreShare;
import dev.rota.cores.model.CoreShare.Use;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.CoreShown;
import dev.rota.cores.model.CoresFact.CoresAdvanced;
import dev.rota.cores.model.CoresFact.OrderDropped;
import dev.rota.cores.model.CoresFact.OrderQueued;
import dev.rota.cores.model.CoresFact.OrderReturned;
import dev.rota.cores.model.CoresFact.PriceMoved;
import dev.rota.cores.model.CoresFact.SharesAssigned;
import dev.rota.cores.model.CoresFact.SharesRefused;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.CoretimeBook.Served;
import dev.rota.cores.model.CoretimeTerms;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.ShareSchedule;
import dev.rota.cores.model.SpotOrder;
import dev.rota.cores.model.SpotTraffic;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The routines of coretime (K2 to K7). */
final class CoretimeRoutines {
  private CoretimeRoutines() {}

  static boolean rule(CoresView view) {
    return view.rules() == RuleSet.CORETIME;
  }

  /** K2: a core's shares are queued or refused. */
  static CoresFact assign(CoresView view, CoresInput.Shares input) {
    Refusal refusal = refusal(view, input);
    if (refusal != null) {
      return new SharesRefused(input.core(), refusal.reason, refusal.detail, view.block());
    }
    ShareSchedule schedule = new ShareSchedule(input.begin(), input.shares(), input.end());
    return new SharesAssigned(input.core(), schedule, view.block());
  }

  private record Refusal(CoresReason reason, String detail) {}

  private static Refusal refusal(CoresView view, CoresInput.Shares input) {
    if (!rule(view)) {
      return new Refusal(
          CoresReason.NOT_BY_CORETIME,
          "the session in force is not by CORETIME: assign cores once a session is");
    }
    if (input.core() < 0 || input.core() > NumberLimits.CORES_MAX) {
      return outOfRange("core", input.core(), NumberLimits.CORES_MAX);
    }
    if (isNoBlock(input.begin())) {
      return outOfRange("begin", input.begin(), NumberLimits.UNSIGNED_32);
    }
    if (input.end().isPresent() && isNoBlock(input.end().getAsLong())) {
      return outOfRange("end", input.end().getAsLong(), NumberLimits.UNSIGNED_32);
    }
    if (input.shares().isEmpty()) {
      return new Refusal(CoresReason.ASSIGNMENTS_EMPTY, "shares is empty: name one at least");
    }
    for (CoreShare share : input.shares()) {
      Refusal refusal = refusal(share);
      if (refusal != null) {
        return refusal;
      }
    }
    List<ShareSchedule> queued = view.coretime().agenda(input.core()).queued();
    return view.coretime().agenda(input.core()).refuses(input.begin())
        ? new Refusal(
            CoresReason.DISALLOWED_INSERT,
            "begin is "
                + input.begin()
                + ", and core "
                + input.core()
                + " has shares that begin at "
                + queued.getLast().begin()
                + ": new ones may not begin earlier")
        : null;
  }

  private static Refusal refusal(CoreShare share) {
    if (share.use() == Use.UNKNOWN) {
      return new Refusal(
          CoresReason.UNSUPPORTED_VALUE,
          "shares.use is a symbol that these rules lack: send IDLE, POOL or TASK, or run a newer"
              + " Rota");
    }
    if (share.use() == Use.TASK && isNoBlock(share.para())) {
      return outOfRange("shares.para", share.para(), NumberLimits.UNSIGNED_32);
    }
    return share.parts() < 1 || share.parts() > CoreShare.WHOLE
        ? new Refusal(
            CoresReason.OUT_OF_RANGE,
            "shares.parts is " + share.parts() + ", not within 1.." + CoreShare.WHOLE)
        : null;
  }

  /** Blocks and paras are unsigned 32-bit. */
  private static boolean isNoBlock(long number) {
    return number < 0 || number > NumberLimits.UNSIGNED_32;
  }

  private static Refusal outOfRange(String field, long value, long max) {
    return new Refusal(CoresReason.OUT_OF_RANGE, NumberLimits.range(field, value, max));
  }

  /** K7: each block and each order moves the price first. */
  static List<CoresFact> priced(CoresView view) {
    SpotTraffic moved = moved(view);
    return moved.equals(view.coretime().traffic()) ? List.of() : List.of(new PriceMoved(moved));
  }

  private static SpotTraffic moved(CoresView view) {
    return rule(view)
        ? view.coretime().traffic().moved(terms(view).price(), view.coretime().orders().size())
        : view.coretime().traffic();
  }

  private static CoretimeTerms terms(CoresView view) {
    return view.parameters().coretime().orElseThrow();
  }

  /** K6: an order is queued or refused. */
  static List<CoresFact> order(CoresView view, CoresInput.Claim claim) {
    List<CoresFact> facts = new ArrayList<>(priced(view));
    BigInteger price = moved(view).price(terms(view).baseFee());
    facts.add(order(view, claim, price));
    return facts;
  }

  private static CoresFact order(CoresView view, CoresInput.Claim claim, BigInteger price) {
    if (isNoBlock(claim.para())) {
      return refused(
          view, claim, CoresReason.OUT_OF_RANGE, NumberLimits.range("para", claim.para()));
    }
    if (claim.priceMax().isPresent() && price.compareTo(claim.priceMax().get()) > 0) {
      return refused(
          view,
          claim,
          CoresReason.SPOT_PRICE_HIGHER_THAN_MAX,
          "the price is "
              + price
              + ", priceMax "
              + claim.priceMax().get()
              + ": offer more, or order when fewer orders wait");
    }
    int waiting = view.coretime().orders().size();
    long max = Math.min(terms(view).price().queueMax(), CoretimeBlock.QUEUE_MAX);
    if (waiting >= max) {
      return refused(
          view,
          claim,
          CoresReason.QUEUE_FULL,
          waiting + " orders wait, " + max + " may: order again once one of them is served");
    }
    long ticket = view.coretime().orders().nextTicket();
    SpotOrder order = new SpotOrder(ticket, claim.para(), claim.collator(), view.now());
    return new OrderQueued(order, price, view.block());
  }

  private static CoresFact refused(
      CoresView view, CoresInput.Claim claim, CoresReason reason, String detail) {
    return new ClaimRefused(claim.para(), claim.collator(), reason, detail, view.block());
  }

  /** K5: every core goes one step, and shows what may be backed on it. */
  static List<CoresFact> schedule(CoresView view, long now) {
    int cores = view.session().groups().count();
    CoretimeBlock block =
        CoretimeBlock.of(view.coretime(), now, cores, core -> view.occupant(core) != null);
    List<CoresFact> facts = new ArrayList<>();
    facts.add(new CoresAdvanced(now));
    block.shown().forEach((core, served) -> facts.add(shown(view, core, served, false, now)));
    block.ahead().forEach((core, served) -> facts.add(shown(view, core, served, true, now)));
    block.returned().forEach((core, order) -> facts.add(new OrderReturned(core, order, now)));
    block
        .lost()
        .forEach(
            (core, order) ->
                facts.add(
                    new OrderDropped(
                        Optional.of(core),
                        order,
                        core < cores ? CoresReason.QUEUE_FULL : CoresReason.NO_SUCH_CORE,
                        now)));
    return facts;
  }

  private static CoresFact shown(
      CoresView view, int core, Served served, boolean isAhead, long now) {
    SpotOrder order = served.order();
    OccupantKind kind = order == null ? OccupantKind.PARACHAIN : OccupantKind.PARATHREAD;
    int group = view.groupAssignedToCore(core, now);
    return new CoreShown(
        new CoreAssignment(core, kind, served.para(), served.collator(), 0, group), isAhead, now);
  }

  /** An order has had its turn, and its candidate came to nothing. */
  static CoresFact over(
      CoresView view, int core, CoreOccupant order, CoresReason reason, String rule) {
    return new ClaimDropped(
        Optional.of(core), order.para(), order.collator(), 0, reason, true, rule, view.block());
  }

  /** The orders that wait, once sessions are no longer by coretime. */
  static List<CoresFact> dropped(CoresView view) {
    return view.coretime().orders().orders().stream()
        .<CoresFact>map(
            order ->
                new OrderDropped(Optional.empty(), order, CoresReason.SESSION_CHANGE, view.block()))
        .toList();
  }
}
