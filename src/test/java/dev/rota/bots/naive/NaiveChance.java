package dev.rota.bots.naive;

import java.util.List;

/** What chance brings: sections 3 and 5. */
interface NaiveChance {
  /** From 1 to 100. */
  int draw();

  /** So many of them, or all. */
  List<NaiveBot> sample(List<NaiveBot> bots, int size);

  /** From 0 to below 1. */
  double jitter();
}
