package dev.rota.cli.imports;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Exit;
import dev.rota.cli.imports.Listings.Generations;
import dev.rota.lines.AnswerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What came of an import of chunks, when it is over.
 *
 * @param unreadable lines that are no chunk
 */
record ListingsReport(Listings listings, long unreadable) {
  /** Lines that could not be read outweigh what was refused. */
  Exit exit() {
    if (unreadable > 0) {
      return Exit.USAGE;
    }
    boolean all = listings.refused() == 0 && listings.lost() == null;
    return all && listings.shortage() == null ? Exit.OK : Exit.REFUSED;
  }

  List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add("chunks: " + (exit() == Exit.OK ? "ALL PLACED" : "NOT ALL PLACED"));
    lines.add(
        "  chunks       %d of %d datasets, in %d records"
            .formatted(listings.chunks(), listings.datasets(), listings.count()));
    lines.add(
        "  listed       %d new, %d unchanged, %d refused%s"
            .formatted(
                listings.added(),
                listings.unchanged(),
                listings.refused(),
                listings.removed() == 0 ? "" : ", %d removed".formatted(listings.removed())));
    lines.add("  generation   " + generation());
    lines.add(
        String.format(
            Locale.ROOT,
            "  took         %.1f s until all were listed%s",
            listings.secondsToListed(),
            isDecided()
                ? String.format(
                    Locale.ROOT, ", %.1f s until the generation", listings.secondsToGeneration())
                : ""));
    for (String remark : remarks()) {
      lines.add("  remark       " + remark);
    }
    return lines;
  }

  private boolean isDecided() {
    return listings.generations().count() > 0 || listings.shortage() != null;
  }

  private String generation() {
    AnswerRecord shortage = listings.shortage();
    if (shortage != null) {
      return "none: " + shortage.text("reason") + ", " + shortage.text("detail");
    }
    Generations made = listings.generations();
    if (made.count() == 0) {
      return "none: nothing is to be placed";
    }
    return "%d, %s: %d copies; %d copies or %d bytes moved%s"
        .formatted(
            made.number(),
            made.last().text("path"),
            made.last().number("copies"),
            made.movedCopies(),
            made.movedBytes(),
            made.count() == 1 ? "" : " in " + made.count() + " generations");
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (listings.lost() != null) {
      remarks.add("the listing is not complete: " + listings.lost());
    }
    if (unreadable > 0) {
      remarks.add(unreadable + " lines could not be read");
    }
    for (Listings.Refusal one : listings.refusals()) {
      String name = one.dataset() + (one.chunk().isEmpty() ? "" : "/" + one.chunk());
      remarks.add(name + ": " + one.reason() + ", " + one.detail());
    }
    long more = listings.refused() - listings.refusals().size();
    if (more > 0) {
      remarks.add(more + " more were refused");
    }
    return remarks;
  }

  String json() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("ok", exit() == Exit.OK);
    json.put("chunks", listings.chunks()).put("datasets", listings.datasets());
    json.put("records", listings.count()).put("added", listings.added());
    json.put("removed", listings.removed());
    json.put("unchanged", listings.unchanged()).put("refused", listings.refused());
    ArrayNode refusals = json.putArray("refusals");
    for (Listings.Refusal one : listings.refusals()) {
      refusals
          .addObject()
          .put("dataset", one.dataset())
          .put("chunk", one.chunk())
          .put("reason", one.reason())
          .put("detail", one.detail());
    }
    if (listings.lost() != null) {
      json.put("lost", listings.lost());
    }
    json.put("unreadableLines", unreadable);
    Generations made = listings.generations();
    json.put("generations", made.count());
    if (made.count() > 0) {
      json.put("generation", made.number()).put("path", made.last().text("path"));
      json.put("copies", made.last().number("copies"));
    }
    json.put("movedCopies", made.movedCopies()).put("movedBytes", made.movedBytes());
    AnswerRecord shortage = listings.shortage();
    if (shortage != null) {
      json.putObject("generationRefused")
          .put("reason", shortage.text("reason"))
          .put("detail", shortage.text("detail"));
    }
    json.put("secondsToListed", listings.secondsToListed());
    if (isDecided()) {
      json.put("secondsToGeneration", listings.secondsToGeneration());
    }
    return json.toString();
  }
}
