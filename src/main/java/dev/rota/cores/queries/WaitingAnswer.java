package dev.rota.cores.queries;

import dev.rota.cores.model.CoresState;
import dev.rota.kernel.domain.Why;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers why a para's claim waits, or what else there is to say of the para. */
final class WaitingAnswer {
  private WaitingAnswer() {}

  /** Returns null if the chain does not know the para. */
  static Map<String, Object> explain(CoresState state, long para) {
    return new ParaNow(state, para).reason().map(reason -> answer(para, reason)).orElse(null);
  }

  private static Map<String, Object> answer(long para, Why.Reason reason) {
    List<Object> candidates = new ArrayList<>();
    for (Why.Candidate one : reason.candidates()) {
      Map<String, Object> candidate = new LinkedHashMap<>();
      candidate.put(one.thing().kind(), Long.parseLong(one.thing().id()));
      candidate.put("chosen", one.chosen());
      candidate.put("why", one.why());
      candidate.put("rule", one.rule());
      candidates.add(candidate);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("para", para);
    answer.put("why", reason.what());
    answer.put("rule", reason.rule());
    answer.put("candidates", candidates);
    return answer;
  }
}
