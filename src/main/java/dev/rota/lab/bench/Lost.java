package dev.rota.lab.bench;

/** What is lost before a start. */
public enum Lost {
  NOTHING,
  DISK,
  CHANGELOG,
  DISK_AND_CHANGELOG
}
