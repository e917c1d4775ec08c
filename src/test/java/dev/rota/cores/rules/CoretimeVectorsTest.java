package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.CoreAgenda;
import dev.rota.cores.model.CoreShare;
import dev.rota.cores.model.CoreShare.Use;
import dev.rota.cores.model.CoretimeBook;
import dev.rota.cores.model.CoretimeBook.Served;
import dev.rota.cores.model.ShareSchedule;
import dev.rota.cores.model.SpotOrder;
import dev.rota.cores.model.SpotTraffic;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of coretime by hand: who is served, block after block. Nobody is a dash. */
class CoretimeVectorsTest {
  private static final int CORES = 3;
  private static final OptionalLong NEVER = OptionalLong.empty();

  private final CoretimeBook book = new CoretimeBook();

  @Test
  void halvesAlternate() {
    assign(0, 1, NEVER, task(7, 28_800), task(8, 28_800));
    assertThat(served(0, 1, 6)).isEqualTo("7 8 7 8 7 8");
  }

  @Test
  void aQuarterIsOneToThree() {
    assign(0, 1, NEVER, task(7, 14_400), task(8, 43_200));
    assertThat(served(0, 1, 9)).isEqualTo("7 8 8 8 7 8 8 8 7");
  }

  @Test
  void theSmallestShareIsOneTurnOfAWholeRound() {
    assign(0, 1, NEVER, task(7, 1), task(8, 57_599));
    List<String> turns = List.of(served(0, 1, 57_601).split(" "));
    assertThat(turns.get(0)).isEqualTo("7");
    assertThat(turns.subList(1, 57_600)).containsOnly("8");
    assertThat(turns.get(57_600)).isEqualTo("7");
  }

  @Test
  void whatIsLeftOfAShareCountsInTheNextRound() {
    assign(0, 1, NEVER, task(7, 20_000), task(8, 37_600));
    assertThat(served(0, 1, 12)).isEqualTo("7 8 7 8 8 7 8 8 7 8 8 7");
  }

  @Test
  void sharesNeedNotBeAWholeAndMayBeSeveralOfOnePara() {
    assign(0, 1, NEVER, task(7, 100), task(8, 100), task(7, 100));
    assertThat(served(0, 1, 6)).isEqualTo("7 8 7 7 8 7");
  }

  @Test
  void idleServesNobody() {
    assign(0, 1, NEVER, task(7, 28_800), new CoreShare(Use.IDLE, 0, 28_800));
    assertThat(served(0, 1, 4)).isEqualTo("7 - 7 -");
  }

  @Test
  void sharesEndInTheMiddle() {
    assign(0, 2, OptionalLong.of(5), task(7, 57_600));
    assertThat(served(0, 1, 6)).isEqualTo("- 7 7 7 - -");
  }

  @Test
  void laterSharesReplaceEarlierOnesAndBeginTheirRoundAnew() {
    assign(0, 1, NEVER, task(7, 28_800), task(8, 28_800));
    assign(0, 4, NEVER, task(9, 28_800), task(8, 28_800));
    assertThat(served(0, 1, 6)).isEqualTo("7 8 7 9 8 9");
  }

  @Test
  void sharesThatAreOverBeforeTheyBeginLetTheNextOnesBeginEarly() {
    assign(0, 1, NEVER, task(6, 57_600));
    assign(0, 3, OptionalLong.of(3), task(7, 57_600));
    assign(0, 9, NEVER, task(8, 57_600));
    assertThat(served(0, 1, 4)).isEqualTo("6 6 8 8");
  }

  @Test
  void ifAllThatBeginIsOverTheCoreServesNobody() {
    assign(0, 1, NEVER, task(6, 57_600));
    assign(0, 3, OptionalLong.of(3), task(7, 57_600));
    assertThat(served(0, 1, 4)).isEqualTo("6 6 - -");
  }

  @Test
  void sharesThatBeginWithTheLastOnesJoinThem() {
    assign(0, 5, OptionalLong.of(100), task(7, 28_800));
    assign(0, 5, OptionalLong.of(7), task(8, 28_800));
    assertThat(served(0, 5, 4)).isEqualTo("7 8 - -");
  }

  @Test
  void sharesBeforeTheLastQueuedOnesAreRefused() {
    CoreAgenda agenda = CoreAgenda.EMPTY;
    assertThat(agenda.refuses(0)).isFalse();
    agenda = agenda.with(new ShareSchedule(5, List.of(task(7, 1)), NEVER));
    assertThat(agenda.refuses(4)).isTrue();
    assertThat(agenda.refuses(5)).isFalse();
  }

  @Test
  void aPoolWithoutOrdersServesNobody() {
    pool(0);
    assertThat(served(0, 1, 3)).isEqualTo("- - -");
  }

  @Test
  void anOrderIsServedInTheBlockAfterTheNext() {
    pool(0);
    order(7, 10);
    assertThat(served(0, 10, 4)).isEqualTo("- - 7 -");
  }

  @Test
  void ofTwoOrdersOfAParaOneWaitsThoughTwoCoresAreFree() {
    pool(0);
    pool(1);
    order(7, 1);
    order(7, 1);
    assertThat(told(book.advance(3))).isEqualTo("0:7");
    assertThat(told(book.advance(4))).isEqualTo("0:7");
    assertThat(book.orders().size()).isZero();
  }

  @Test
  void coresOfThePoolGetTheFirstOrdersByTheirParas() {
    pool(0);
    pool(2);
    order(9, 1);
    order(7, 1);
    order(8, 1);
    assertThat(told(book.advance(3))).isEqualTo("0:7 2:9");
    assertThat(told(book.advance(4))).isEqualTo("0:8");
  }

  @Test
  void anOrderThatIsNotReadyLetsThoseBehindItPass() {
    pool(0);
    order(7, 5);
    order(8, 1);
    assertThat(told(book.advance(4))).isEqualTo("0:8");
  }

  @Test
  void theTurnOfABlockedTaskIsLost() {
    assign(0, 1, NEVER, task(7, 28_800), task(8, 28_800));
    assertThat(told(block(1, 0).shown())).isEmpty();
    book.advance(1);
    assertThat(told(block(2).shown())).isEqualTo("0:8");
  }

  @Test
  void theOrderOfABlockedCoreGoesToTheEndWithTheTimeOfNow() {
    pool(0);
    order(7, 1);
    order(8, 3);
    CoretimeBlock block = block(3, 0);
    assertThat(block.shown()).isEmpty();
    assertThat(block.returned()).isEqualTo(Map.of(0, new SpotOrder(2, 7, "c", 3)));
    assertThat(block.lost()).isEmpty();
  }

  @Test
  void anOrderOfACoreThatTheSessionLacksIsLost() {
    pool(CORES);
    order(7, 1);
    CoretimeBlock block = block(3);
    assertThat(block.shown()).isEmpty();
    assertThat(block.lost().values()).extracting(SpotOrder::para).containsExactly(7L);
  }

  @Test
  void anOrderThatFindsTheQueueFullIsLost() {
    pool(0);
    order(7, 1);
    IntStream.range(0, CoretimeBlock.QUEUE_MAX).forEach(i -> order(100 + i, 1));
    CoretimeBlock block = block(3, 0);
    assertThat(block.returned()).isEmpty();
    assertThat(block.lost().values()).extracting(SpotOrder::para).containsExactly(7L);
  }

  @Test
  void aCoreThatHasNothingShowsWhatTheNextBlockServes() {
    assign(0, 5, NEVER, task(7, 57_600));
    pool(1);
    order(8, 3);
    assertThat(told(block(4).shown())).isEmpty();
    assertThat(told(block(4).ahead())).isEqualTo("0:7 1:8");
    assertThat(told(block(4, 0).ahead())).isEqualTo("1:8");
    book.advance(4);
    assertThat(told(block(5).shown())).isEqualTo("0:7 1:8");
    assertThat(block(5).ahead()).isEmpty();
  }

  @Test
  void theClaimQueueEndsBeforeAHole() {
    assign(0, 1, NEVER, task(7, 19_200), new CoreShare(Use.IDLE, 0, 19_200), task(8, 19_200));
    assertThat(ahead(1, 3)).isEqualTo("0:[7]");
    book.advance(1);
    assertThat(ahead(2, 3)).isEqualTo("0:[8, 8, 7]");
    book.advance(2);
    assertThat(ahead(3, 4)).isEqualTo("0:[8, 7]");
  }

  @Test
  void aCoreThatHasNothingInTheFirstTwoBlocksHasNoClaimQueue() {
    assign(0, 3, NEVER, task(7, 57_600));
    assertThat(ahead(1, 3)).isEmpty();
    assertThat(ahead(2, 3)).isEqualTo("0:[7, 7, 7]");
  }

  @Test
  void theClaimQueueTellsOrdersThatWillBeReady() {
    pool(0);
    order(7, 1);
    order(8, 2);
    assertThat(ahead(3, 3)).isEqualTo("0:[7, 8]");
    assertThat(ahead(3, 0)).isEmpty();
  }

  @Test
  void thePriceRisesWithAFullQueueAndFallsWithAnEmptyOne() {
    // 100 of 100, target a quarter, variability 3 %: 1 + 0.75 + 0.0225^2 / 2 a block
    SpotTraffic.Terms terms = new SpotTraffic.Terms(100, 250_000_000, 30_000_000);
    SpotTraffic once = SpotTraffic.ONE.moved(terms, 100);
    assertThat(once.parts()).isEqualTo(new BigInteger("1750253125000000000"));
    SpotTraffic often = SpotTraffic.ONE;
    for (int i = 0; i < 20; i++) {
      often = often.moved(terms, 100);
    }
    assertThat(often.price(BigInteger.valueOf(1_000_000))).isEqualTo(72_780_868_670L);
    // An empty one: 0.25 - 0.0075^2 / 2 of it
    assertThat(often.moved(terms, 0).price(BigInteger.valueOf(1_000_000)))
        .isEqualTo(18_193_170_205L);
  }

  @Test
  void thePriceIsNeverBelowTheBaseFee() {
    SpotTraffic.Terms terms = new SpotTraffic.Terms(100, 250_000_000, 30_000_000);
    assertThat(SpotTraffic.ONE.moved(terms, 0)).isEqualTo(SpotTraffic.ONE);
  }

  @Test
  void thePriceStaysWithoutAQueueOrBeyondIt() {
    SpotTraffic two = new SpotTraffic(SpotTraffic.ONE.parts().shiftLeft(1));
    assertThat(two.moved(new SpotTraffic.Terms(0, 0, 1), 0)).isSameAs(two);
    assertThat(two.moved(new SpotTraffic.Terms(5, 0, 1), 6)).isSameAs(two);
  }

  @Test
  void thePriceStopsAtTheLargestNumberOf128Bits() {
    SpotTraffic.Terms terms = new SpotTraffic.Terms(1, 0, 1_000_000_000);
    SpotTraffic often = SpotTraffic.ONE;
    for (int i = 0; i < 200; i++) {
      often = often.moved(terms, 1);
    }
    assertThat(often.parts()).isEqualTo(SpotTraffic.MAX);
    assertThat(often.price(SpotTraffic.MAX)).isEqualTo(SpotTraffic.MAX);
    assertThat(often.price(BigInteger.ZERO)).isZero();
  }

  private static CoreShare task(long para, int parts) {
    return new CoreShare(Use.TASK, para, parts);
  }

  private void assign(int core, long begin, OptionalLong end, CoreShare... shares) {
    book.assign(core, new ShareSchedule(begin, List.of(shares), end));
  }

  private void pool(int core) {
    assign(core, 0, NEVER, new CoreShare(Use.POOL, 0, 57_600));
  }

  private void order(long para, long block) {
    book.enqueue(new SpotOrder(book.orders().nextTicket(), para, "c", block));
  }

  private CoretimeBlock block(long number, Integer... blocked) {
    return CoretimeBlock.of(book, number, CORES, Set.of(blocked)::contains);
  }

  private String served(int core, long from, int blocks) {
    List<String> paras = new ArrayList<>();
    for (long block = from; block < from + blocks; block++) {
      Served served = book.advance(block).get(core);
      paras.add(served == null ? "-" : Long.toString(served.para()));
    }
    return String.join(" ", paras);
  }

  private String ahead(long next, int entries) {
    return book.claimQueue(next, entries, CORES).entrySet().stream()
        .map(at -> at.getKey() + ":" + at.getValue().stream().map(Served::para).toList())
        .collect(Collectors.joining(" "));
  }

  private static String told(SortedMap<Integer, Served> served) {
    return served.entrySet().stream()
        .map(at -> at.getKey() + ":" + at.getValue().para())
        .collect(Collectors.joining(" "));
  }
}
