package dev.rota.testing.bad;

import dev.rota.alarms.AlarmRing;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.engine.Fact;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.utils.Bytes;
import org.slf4j.LoggerFactory;

/** One wrong thing per method. */
@SuppressWarnings("all") // all of it is wrong
final class BadRules {
  static long clock() {
    return System.currentTimeMillis();
  }

  static long otherClock() {
    return System.nanoTime();
  }

  static Instant instant() {
    return Instant.now();
  }

  static String environment() {
    return System.getenv("HOME");
  }

  static Random unseeded() {
    return new Random();
  }

  static double chance() {
    return Math.random();
  }

  static double lastBit(double age) {
    return Math.pow(age, 0.5);
  }

  static UUID uuid() {
    return UUID.randomUUID();
  }

  static void shuffled(List<String> list) {
    Collections.shuffle(list);
  }

  static Locale locale() {
    return Locale.getDefault();
  }

  static ZoneId zone() {
    return ZoneId.systemDefault();
  }

  static String lower(String text) {
    return text.toLowerCase();
  }

  static String formatted(double amount) {
    return String.format("%.2f", amount);
  }

  static String joined(double amount) {
    return "it is " + amount;
  }

  static String printed(double amount) {
    return Double.toString(amount);
  }

  static Object boxed(double amount) {
    return amount;
  }

  static byte[] bytes(String text) {
    return text.getBytes();
  }

  static String text(byte[] bytes) {
    return new String(bytes);
  }

  static long parallel(List<String> list) {
    return list.parallelStream().count();
  }

  static CompletableFuture<Void> future() {
    return CompletableFuture.runAsync(() -> {});
  }

  static CompletableFuture<Process> end(Process process) {
    return process.onExit();
  }

  static int identity(Object object) {
    return System.identityHashCode(object);
  }

  static Thread thread() {
    return new Thread(() -> {});
  }

  static AtomicLong shared() {
    return new AtomicLong();
  }

  static Path file() {
    return Path.of("rules.txt");
  }

  static Bytes kafka() {
    return Bytes.wrap(new byte[0]);
  }

  static void log() {
    LoggerFactory.getLogger("rules").info("decided");
  }

  static String generated(AlarmRing ring) {
    return ring.getId();
  }

  /** A fact that can be changed after it was decided. */
  static final class Mutable implements Fact<AlarmState> {
    private String id;

    @Override
    public void applyTo(AlarmState state) {
      id = "changed";
    }
  }
}
