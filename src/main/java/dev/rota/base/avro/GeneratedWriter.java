package dev.rota.base.avro;

import java.util.IdentityHashMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Writes generated records. Which of a union's records one is depends on its class alone: Avro
 * compares names for each, which costs a third of what it costs to write a small record. Not
 * thread-safe.
 */
final class GeneratedWriter extends SpecificDatumWriter<SpecificRecord> {
  private final IdentityHashMap<Schema, IdentityHashMap<Class<?>, Integer>> unions =
      new IdentityHashMap<>();

  GeneratedWriter(Schema schema) {
    super(schema, GeneratedClasses.WRITING);
  }

  @Override
  protected int resolveUnion(Schema union, Object datum) {
    return datum instanceof SpecificRecord
        ? branch(union, datum)
        : super.resolveUnion(union, datum);
  }

  private int branch(Schema union, Object record) {
    IdentityHashMap<Class<?>, Integer> branches =
        unions.computeIfAbsent(union, first -> new IdentityHashMap<>());
    Integer branch = branches.get(record.getClass());
    if (branch == null) {
      branch = super.resolveUnion(union, record);
      branches.put(record.getClass(), branch);
    }
    return branch;
  }
}
