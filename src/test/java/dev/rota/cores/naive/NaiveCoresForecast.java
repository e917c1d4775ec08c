package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.naive.NaiveCores.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The next blocks on a copy, as section 8 does one, when nothing happens or all goes well. */
final class NaiveCoresForecast {
  private static final Map<String, String> HOLDS_WHILE =
      Map.of(
          "quiet",
          "nothing is freed, backed, claimed or disputed, and no session changes",
          "backed",
          "every scheduled core is backed and available in the next block, nothing is claimed or"
              + " disputed, and no session changes");

  private NaiveCoresForecast() {}

  static Map<String, Object> of(NaiveCores chain, int count, String assume) {
    NaiveCores copy = chain.copy();
    List<Object> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      copy.lastBlock++;
      copy.told.clear();
      try {
        blocks.add(block(copy, assume.equals("backed")));
      } catch (Refused refused) {
        blocks.add(NaiveCoresView.map("block", copy.lastBlock, "would_abort", "here"));
        break;
      }
    }
    return NaiveCoresView.map(
        "assume", assume, "holds_while", HOLDS_WHILE.get(assume), "blocks", blocks);
  }

  private static Map<String, Object> block(NaiveCores copy, boolean backed) {
    copy.clear();
    if (backed) {
      List<Freed> all = new ArrayList<>();
      for (int core = 0; core < copy.cores.size(); core++) {
        all.add(new Freed(core, Freeing.CONCLUDED));
      }
      copy.freeCores(all, CoresReason.AVAILABLE);
    }
    copy.schedule(copy.lastBlock);
    Map<String, Object> block =
        NaiveCoresView.map(
            "block",
            copy.lastBlock,
            "rotation",
            NaiveCoresView.rotations(copy),
            "scheduled",
            NaiveCoresView.state(copy).get("scheduled"),
            "returned",
            told(copy, "RETURNED"),
            "dropped",
            told(copy, "DROPPED"));
    if (backed) {
      copy.occupied(copy.scheduled.stream().map(NaiveCores.Entry::core).toList());
    }
    return block;
  }

  private static List<Map<String, Object>> told(NaiveCores copy, String outcome) {
    return copy.told.stream()
        .filter(line -> line.get("outcome").equals(outcome))
        .map(
            line ->
                NaiveCoresView.map(
                    "para", line.get("para"),
                    "collator", line.get("collator"),
                    "core", line.get("core"),
                    "reason", line.get("reason").toString().toLowerCase(Locale.ROOT)))
        .toList();
  }
}
