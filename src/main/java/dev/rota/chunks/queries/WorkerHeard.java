package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NodeFact;
import dev.rota.chunks.model.NodeFact.NodeChanged;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.NodeFact.NodeMarked;
import dev.rota.chunks.model.NodeFact.NodeMeasured;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What pings, and their absence, decide about a worker (rule 2). */
final class WorkerHeard {
  private static final String RULE = "chunks 2";

  private WorkerHeard() {}

  static Reason of(String worker, ChunksState before, NodeFact fact) {
    return switch (fact) {
      case NodeHeard f when f.worker().equals(worker) && f.told() ->
          new Reason(heard(before.nodes().get(worker), f), RULE);
      case NodeChanged f when f.worker().equals(worker) && f.told() -> {
        WorkerStatus was = before.nodes().get(worker).status();
        yield new Reason("is " + status(f.status(), f.detail()) + ", " + was + " before", RULE);
      }
      case NodeMarked f when f.worker().equals(worker) -> {
        OperatorMark was = before.marks().get(worker);
        yield new Reason(
            f.mark() != null ? ReasonWording.marked(f.mark()) : "its mark ends: " + was.reason(),
            RULE);
      }
      case NodeLeft f when f.worker().equals(worker) -> {
        String silent =
            "is forgotten: its last ping is more than "
                + before.policy().health().forgetAfter()
                + " ms old, forgetAfterMs";
        yield new Reason(f.forgotten() ? silent : "leaves the network, as its ping says", RULE);
      }
      case PingRefused f when f.worker().equals(worker) ->
          new Reason("its ping is refused: " + f.reason() + ", " + f.detail(), RULE);
      case NodeHeard _, NodeChanged _, NodeMeasured _, NodeMarked _, NodeLeft _, PingRefused _ ->
          null;
    };
  }

  private static String heard(WorkerNode known, NodeHeard f) {
    String status = status(f.status(), f.detail());
    if (f.joined()) {
      String says = PluralText.of(f.heard().capacity(), "byte");
      return "joins the network as " + status + ", says that it can hold " + says;
    }
    List<String> news = new ArrayList<>();
    if (known.status() != f.status()) {
      news.add(known.status() + " before");
    }
    if (known.heard().capacity() != f.heard().capacity()) {
      news.add(
          "says a capacity of " + f.heard().capacity() + " bytes, not " + known.heard().capacity());
    }
    if (!Objects.equals(known.heard().said(), f.heard().said())) {
      news.add("says version " + f.heard().said() + ", not " + known.heard().said());
    }
    return "pings and is " + status + (news.isEmpty() ? "" : "; " + String.join("; ", news));
  }

  private static String status(WorkerStatus status, String detail) {
    return status + (detail == null ? "" : " (" + detail + ")");
  }
}
