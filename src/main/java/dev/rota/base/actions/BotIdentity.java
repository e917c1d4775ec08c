package dev.rota.base.actions;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * As whom a bot takes leases.
 *
 * @param instance whose work it does; it may be empty, or everybody
 * @param id the same in all of its sessions, and no other bot's
 * @param properties what it offers; a key may have several values
 */
public record BotIdentity(String instance, String id, Map<String, List<String>> properties) {
  private static final Map<String, String> ISAS =
      Map.of("amd64", "x86-64", "x86_64", "x86-64", "aarch64", "arm-a64", "arm", "arm-a32");

  /** One of several that are alike. */
  BotIdentity numbered(int number) {
    return new BotIdentity(instance, id + "-" + number, properties);
  }

  /** Returns what this machine is, in the names that the field gives to it. */
  public static Map<String, List<String>> ofThisMachine() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String isa = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    Map<String, List<String>> properties = new TreeMap<>();
    properties.put("OSFamily", List.of(system.startsWith("mac") ? "macos" : system));
    properties.put("ISA", List.of(ISAS.getOrDefault(isa, isa)));
    return properties;
  }
}
