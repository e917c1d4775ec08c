package dev.rota.end;

import dev.rota.base.book.DocBlock;
import dev.rota.testing.Ports;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What stands in the blocks of the pages, and what is meant where {@code DocBlocksIT} runs them:
 * addresses, ports, files and lanes of its own. All else is run as it is written.
 */
final class BlockMeanings {
  /** The replay began with a checkpoint, whose signer this command is not told. */
  static final String OF_A_CHECKPOINT = " || [ $? = 5 ]";

  private final Map<String, Map<String, String>> ofPages = new LinkedHashMap<>();
  private final Map<String, String> everywhere = new LinkedHashMap<>();

  BlockMeanings() {
    answersAndProofs();
    ports();
    lanes();
  }

  private void answersAndProofs() {
    page("answers", "--diff 40 now", "--diff 40 now || [ $? = 1 ]");
    page("answers", "--from incident.rota", "--from incident.rota" + OF_A_CHECKPOINT);
    page("proofs", "prove bots builds/17/0", "prove --log own.log <own.lease");
    page("proofs", "alice.proof --policy policy", "alice.proof --policy own.policy");
    page("proofs", "--key notary.key --policy policy", "--key own.key --policy w1.policy");
    page("proofs", "--dir /srv/rota-log", "--dir new.log");
  }

  private void ports() {
    int page = Ports.free();
    page("http", "follow all --host 0.0.0.0", "follow all --port " + page);
    page(
        "http",
        "curl --cacert",
        "curl -f --resolve rota.example:%d:127.0.0.1 --cacert".formatted(page));
    page("http", "rota.example:8090", "rota.example:" + page);
    page("page", "follow --from", "follow --port 0 --from");
  }

  /**
   * The cluster of the demonstration, and a storage beside it. Who serves has a process of its own.
   */
  void clusterIs(String kafka, String registry, URI storage) {
    int port = Ports.free();
    page("proofs", "./rota notary -b kafka:9092", "rota-alone notary -b " + kafka);
    page("start", "HOST:PORT", kafka);
    page("builds", "./rota reapi -b broker:9092", "rota-alone reapi -b " + kafka);
    page("builds", "http://registry:8081", registry);
    page("builds", "grpc://storage:9092", storage.toString());
    page("builds", "--host 0.0.0.0", "--host 0.0.0.0 --grid farm --port " + port);
    String door = DocBlock.having(Path.of("docs/builds.md"), "rota reapi").text();
    page("builds", "./rota bot --remote", of("builds", door) + "rota-alone bot --remote");
    page(
        "builds",
        "grpcs://door:8980",
        "grpcs://localhost:%d --tls-ca door.pem --name bot --dir bot".formatted(port));
  }

  /** Commands whose page is about a lane of a fixed history. */
  private void lanes() {
    page("bots", "--key builds --at 7", "--from g.jsonl --at 7");
    page("chunks", "--key tethys", "--from g.jsonl");
    page("chunks", "W0", "12D3KooWHKCuPvuxyZzT7myHm1NpMrwcKnyMcsVPDjNXZeLndUE4");
    page("chunks", "W1", "12D3KooWMudvaSk1EetzvgWMRGzJDZedWWJt2jbjYrvNRQMWpXhv");
    page("chunks", "W2", "12D3KooWMvJYsyNx1mJC49ZR4jnh5L7bQ8W4cyeDnj98EvQ5H2Qs");
    page("cores", "--key mine", "--from g.jsonl");
    page("shards", "--key mainnet", "--from g.jsonl");
    page("forecast", "--key polkadot", "--from chain.jsonl");
    page("whatif", "b --key builds --unless", "b --from builds.jsonl --unless");
  }

  private void page(String page, String written, String meant) {
    ofPages.computeIfAbsent(page, _ -> new LinkedHashMap<>()).put(written, meant);
  }

  /** What is meant on all pages, after what a page means itself. */
  void everywhere(String written, String meant) {
    everywhere.put(written, meant);
  }

  /**
   * A script as it is meant.
   *
   * @param page such as {@code backup}
   */
  String of(String page, String script) {
    Map<String, String> all = new LinkedHashMap<>(ofPages.getOrDefault(page, Map.of()));
    all.putAll(everywhere);
    String meant = script;
    for (Map.Entry<String, String> one : all.entrySet()) {
      meant = meant.replace(one.getKey(), one.getValue());
    }
    return meant;
  }
}
