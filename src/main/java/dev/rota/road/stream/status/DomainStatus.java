package dev.rota.road.stream.status;

import java.util.List;
import java.util.SortedMap;

/**
 * How a domain stands in this process.
 *
 * @param rules the newest version that it can decide by
 * @param active partitions that it decides, or opens
 * @param standby partitions of which it keeps a copy of the rows
 * @param lanesInMemory of the active partitions; the others are in the rows alone
 * @param waiting inputs that are not decided, by active partition, as of some seconds ago; those
 *     without any are left out
 * @param opening partitions that are not open yet
 * @param restored the last restore of each partition in this process, whoever has it now
 * @param diskFreeBytes of the state directory's disk; null: it is not known
 * @param disk {@code DISK_FULL}, {@code DISK_FILLS} or {@code WELL}; null: it is not known
 */
public record DomainStatus(
    int rules,
    List<Integer> active,
    List<Integer> standby,
    int lanesInMemory,
    SortedMap<Integer, Long> waiting,
    List<OpeningProgress> opening,
    List<RestoredRows> restored,
    Long diskFreeBytes,
    String disk) {}
