package dev.rota.readers.audit;

/** What an audit counts. */
public enum AuditCount {
  /** Turns that were replayed identically. */
  TURNS,
  /** Failures of the rules in these turns, reproduced by the replay. */
  FAULTS,
  /** Published records that are identical, without dead letters. */
  OUTPUTS,
  /** Those among them that the serializer has converted to another version of their schema. */
  CONVERTED,
  /** Dead letters with the unchanged record. */
  DEAD_LETTERS,
  /** Dead letters that give the reason in other words than this version would. */
  REWORDED,
  /** Dead letters whose input is gone, so that the input's own headers cannot be compared. */
  LETTERS_ALONE,
  /** Retained inputs that are in the ledger exactly once, unchanged. */
  INPUTS,
  /** Retained inputs of a schema that the engine did not know and the registry does by now. */
  LATER_SCHEMAS,
  /** Those among them of partitions whose first turns, which may have known it, are deleted. */
  PERHAPS_KNOWN_SCHEMAS,
  /** Inputs of the ledger that are no longer retained. */
  GONE_INPUTS,
  /** Inputs that are not decided yet. */
  WAITING_INPUTS,
  /** Sealed turns that rules decided which cannot run here. */
  SEALED_TURNS,
  /** Turns behind those, of which the state that they found is not known. */
  TURNS_AFTER_SEALED,
  /** Turns by rules that were released after this program, and those behind them. */
  UNKNOWN_TURNS,
  /** Turns in which a lane adopted other rules, among those that were replayed. */
  ADOPTIONS,
  /** Departures of lanes for another partition, among those turns. */
  MOVES,
  /** Turns that could not be replayed, since the start of the lane is missing or differs. */
  UNPROVED_TURNS,
  /** Published records whose turns are unproved, or that are no longer retained. */
  UNPROVED_OUTPUTS,
  /** Retained inputs that cannot be bound to an entry. */
  UNPROVED_INPUTS,
  /** Checkpoints that were kept. */
  KEPT
}
