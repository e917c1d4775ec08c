package dev.rota.readers.rehearse;

/** The same of the recorded history and of the rehearsed one. */
public record BothHistories(long recorded, long rehearsed) {
  BothHistories plus(long more, long others) {
    return new BothHistories(recorded + more, rehearsed + others);
  }
}
