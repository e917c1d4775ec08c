package dev.rota.readers.rehearse;

/** The same of the recorded history and of the rehearsed one. */
public record BothSides(long recorded, long rehearsed) {
  BothSides plus(long more, long others) {
    return new BothSides(recorded + more, rehearsed + others);
  }
}
