package dev.rota.readers.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.JsonAvro;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.WhatIf.PolicyField;
import dev.rota.kernel.ledger.InputCodec;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Fields of a policy that take the place of those recorded. */
public final class PolicyPatch {
  private final PolicyField place;
  private final ObjectNode fields;
  private final String laneField;
  private final String lane;
  private final InputCodec codec;

  /**
   * Checks the fields.
   *
   * @param fields by name; empty: the policy stays
   * @throws dev.rota.base.lines.BadLine if the policy has no such fields; the path names the first
   */
  public PolicyPatch(Domain domain, PolicyField place, String lane, ObjectNode fields) {
    this.place = place;
    this.fields = fields;
    this.lane = lane;
    this.laneField = domain.wire().laneField();
    this.codec = new InputCodec(domain);
    JsonAvro.toAvro(place.schema(), patched(alone()));
  }

  boolean isEmpty() {
    return fields.isEmpty();
  }

  /** Returns true if the record has a policy. */
  boolean concerns(String topic, SpecificRecord record) {
    return topic.equals(place.topic()) && (place.path().isEmpty() || holder(record) != null);
  }

  /** The record with these fields. */
  SpecificRecord apply(SpecificRecord record) {
    ObjectNode json = (ObjectNode) JsonAvro.toJson(record);
    JsonNode policy = json;
    for (String field : place.path()) {
      policy = policy.get(field);
    }
    patched((ObjectNode) policy);
    return record(json, record.getSchema());
  }

  /** An input with these fields, which follows another one with a policy, or null: none. */
  SpecificRecord input(SpecificRecord last) {
    return place.whole() && last != null ? apply(last) : record(patched(alone()), place.schema());
  }

  /** Returns true if an input can be made of the fields. */
  boolean isInput() {
    return place.path().isEmpty();
  }

  String topic() {
    return place.topic();
  }

  private Object holder(SpecificRecord record) {
    Object value = record;
    for (String field : place.path()) {
      if (!(value instanceof SpecificRecord holder)) {
        return null;
      }
      Schema.Field found = holder.getSchema().getField(field);
      value = holder.get(found.pos());
    }
    return value;
  }

  private ObjectNode alone() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    return place.schema().getField(laneField) == null ? json : json.put(laneField, lane);
  }

  private ObjectNode patched(ObjectNode policy) {
    fields.properties().forEach(field -> policy.set(field.getKey(), field.getValue()));
    return policy;
  }

  private SpecificRecord record(ObjectNode json, Schema schema) {
    byte[] encoding = JsonAvro.encode(schema, json);
    SpecificRecord record = codec.record(topic(), codec.input(topic(), encoding, 0));
    var excess = codec.excess(topic(), record);
    if (excess != null) {
      throw new RefusedPolicy(excess.path() + ": " + excess.told());
    }
    return record;
  }

  /** The fields as JSON. */
  String json() {
    return fields.toString();
  }

  /** Each field with its value. */
  List<String> told() {
    return fields.properties().stream()
        .map(field -> field.getKey() + ": " + field.getValue())
        .toList();
  }
}
