package dev.rota.end;

import dev.rota.cores.CoresDomain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresState;
import dev.rota.road.topics.RequiredTopics;

/** A cluster with the topics of the cores. */
final class CoresCluster extends DomainCluster<CoresState, CoresInput, CoresFact> {
  static final CoresDomain CORES = new CoresDomain();
  static final String LEDGER = RequiredTopics.ledger(CORES.name());
  static final String ASSIGNMENTS = "cores-assignments";
  static final String OUTCOMES = "cores-outcomes";
  static final String DEAD_LETTERS = "cores-dead-letters";

  private CoresCluster(int partitions) {
    super(CORES, partitions);
  }

  /** A fresh cluster, every topic of the cores with so many partitions. */
  static CoresCluster start(int partitions) {
    return new CoresCluster(partitions);
  }
}
