package dev.rota.faults;

import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.registry.AvroSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecordBuilder;

/** A claim under a schema that no engine has seen yet. */
final class NewerClaim {
  private NewerClaim() {}

  /** Registers the schema; the claim's bytes on the topic. */
  static byte[] framed(String chain, String registryUrl) {
    Schema old = ParathreadClaim.getClassSchema();
    List<Schema.Field> fields = new ArrayList<>();
    old.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    Schema note =
        Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.INT));
    fields.add(new Schema.Field("note", note, null, Schema.Field.NULL_DEFAULT_VALUE));
    Schema newer = Schema.createRecord(old.getName(), null, old.getNamespace(), false, fields);
    try (AvroSerializer values = new AvroSerializer()) {
      values.configure(Map.of("schema.registry.url", registryUrl), false);
      var record =
          new GenericRecordBuilder(newer)
              .set("chain", chain)
              .set("para", 1L)
              .set("collator", "c")
              .build();
      return values.serialize(CoresWire.CLAIMS, record);
    }
  }
}
