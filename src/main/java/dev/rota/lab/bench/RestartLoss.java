package dev.rota.lab.bench;

/** What is lost before a start. */
public enum RestartLoss {
  NOTHING,
  DISK,
  CHANGELOG,
  DISK_AND_CHANGELOG
}
