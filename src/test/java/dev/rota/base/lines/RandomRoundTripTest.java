package dev.rota.base.lines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.base.text.PrintableText;
import java.util.HexFormat;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeded schemas and values: what is read and written again is the same text. */
final class RandomRoundTripTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int SCHEMAS = 150;
  private static final int VALUES = 20;
  private static final int DEPTH_MAX = 4;

  private Random random = new Random(0);
  private int names;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatIsReadIsWrittenAlike(long seed) {
    random = new Random(seed);
    for (int s = 0; s < SCHEMAS; s++) {
      var schema = record(0);
      for (int v = 0; v < VALUES; v++) {
        var json = value(schema);
        var text = json.toString();
        var written = Samples.thereAndBack(schema, text);
        assertThat(written).as("seed %d: %s", seed, schema).isEqualTo(PrintableText.line(text));
        assertThat(Samples.json(written).toString()).as("it says the same").isEqualTo(text);
        assertThat(
                JsonAvro.toJson(Samples.decoded(schema, JsonAvro.encode(schema, json))).toString())
            .isEqualTo(text);
      }
    }
  }

  private Schema record(int depth) {
    var fields = SchemaBuilder.record("R" + names++).namespace("dev.rota.random").fields();
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      fields = fields.name("f" + i).type(type(depth + 1)).noDefault();
    }
    return fields.endRecord();
  }

  private Schema type(int depth) {
    return switch (random.nextInt(depth < DEPTH_MAX ? 14 : 9)) {
      case 0 -> Schema.create(Schema.Type.STRING);
      case 1 -> Schema.create(Schema.Type.INT);
      case 2 -> Schema.create(Schema.Type.LONG);
      case 3 -> Schema.create(Schema.Type.FLOAT);
      case 4 -> Schema.create(Schema.Type.DOUBLE);
      case 5 -> Schema.create(Schema.Type.BOOLEAN);
      case 6 -> Schema.create(Schema.Type.BYTES);
      case 7 -> Schema.createFixed("F" + names++, null, "dev.rota.random", random.nextInt(1, 33));
      case 8 -> SchemaBuilder.enumeration("E" + names++).symbols("A", "B", "C");
      case 9 -> Schema.createArray(type(depth + 1));
      case 10 -> Schema.createMap(type(depth + 1));
      case 11 -> record(depth);
      case 12 -> Schema.createUnion(Schema.create(Schema.Type.NULL), notUnion(depth + 1));
      default ->
          Schema.createUnion(
              Schema.create(Schema.Type.NULL),
              record(depth),
              Schema.create(Schema.Type.LONG),
              record(depth),
              Schema.create(Schema.Type.STRING),
              Schema.create(Schema.Type.DOUBLE));
    };
  }

  private Schema notUnion(int depth) {
    var type = type(depth);
    return type.isUnion() ? Schema.create(Schema.Type.LONG) : type;
  }

  private JsonNode value(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> NODES.nullNode();
      case STRING -> NODES.textNode(text());
      case INT -> NODES.numberNode(random.nextInt());
      case LONG -> NODES.numberNode(random.nextLong() >> random.nextInt(64));
      case FLOAT -> NODES.numberNode((random.nextFloat() - 0.5f) * 1e6f);
      case DOUBLE ->
          NODES.numberNode(random.nextGaussian() * Math.pow(10, random.nextInt(-20, 20)));
      case BOOLEAN -> NODES.booleanNode(random.nextBoolean());
      case BYTES -> hex(random.nextInt(40));
      case FIXED -> hex(schema.getFixedSize());
      case ENUM -> NODES.textNode(schema.getEnumSymbols().get(random.nextInt(3)));
      case ARRAY -> {
        var array = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(value(schema.getElementType()));
        }
        yield array;
      }
      case MAP -> {
        var map = NODES.objectNode();
        for (int i = 0; i < random.nextInt(5); i++) {
          map.set("k" + i + random.nextInt(10), value(schema.getValueType()));
        }
        yield map;
      }
      case RECORD -> {
        var record = NODES.objectNode();
        schema.getFields().forEach(f -> record.set(f.name(), value(f.schema())));
        yield record;
      }
      case UNION -> {
        var branch = schema.getTypes().get(random.nextInt(schema.getTypes().size()));
        var bare = value(branch);
        boolean told = branch.getType() == Schema.Type.RECORD && schema.getTypes().size() > 2;
        yield told ? NODES.objectNode().set(branch.getName(), bare) : bare;
      }
    };
  }

  private String text() {
    return random
        .ints(random.nextInt(12), 0, 0x11000)
        .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private JsonNode hex(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return NODES.textNode("0x" + HexFormat.of().formatHex(bytes));
  }
}
