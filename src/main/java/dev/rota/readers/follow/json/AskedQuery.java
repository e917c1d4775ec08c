package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.JsonTree;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.State;
import dev.rota.readers.follow.LaneStanding;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A query of a domain with its arguments. */
public final class AskedQuery {
  private static final Logger LOG = LoggerFactory.getLogger(AskedQuery.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The query that shows a lane as a whole. Each domain has it. */
  private static final String STATE = "state";

  private final String domain;
  private final String name;
  private final Query<State> query;
  private final QueryArguments args;

  private AskedQuery(String domain, String name, Query<State> query, QueryArguments args) {
    this.domain = domain;
    this.name = name;
    this.query = query;
    this.args = args;
  }

  /**
   * Reads a query.
   *
   * @param given its arguments: numbers, texts or JSON
   * @throws BadQuestion if the domain has no such query, or the query no such argument
   */
  public static AskedQuery of(Domain domain, String name, Map<String, String> given) {
    String see = "see 'rota query " + domain.name() + "'";
    Query<State> query = domain.card().queries().get(name);
    if (query == null) {
      throw BadQuestion.unknown("query", name, domain.card().queries().keySet(), see);
    }
    Map<String, Object> arguments = new TreeMap<>();
    given.forEach(
        (argument, value) -> {
          if (!query.arguments().contains(argument)) {
            throw BadQuestion.unknown("argument", argument, query.arguments(), see);
          }
          arguments.put(argument, value(value));
        });
    return new AskedQuery(domain.name(), name, query, new QueryArguments(arguments));
  }

  /** The lane as a whole. */
  public static AskedQuery state(Domain domain) {
    return of(domain, STATE, Map.of());
  }

  /** JSON where it is JSON, else a text. A number beyond 64 bits is a text. */
  private static Object value(String text) {
    try {
      JsonNode value = JsonTree.parse(text);
      boolean plain = value.canConvertToLong() || value.isContainerNode() || value.isBoolean();
      return plain ? JSON.convertValue(value, Object.class) : text;
    } catch (BadLine _) {
      return text;
    }
  }

  /**
   * The answer.
   *
   * @param state null: the lane is set aside, and the answer JSON's null
   * @throws BadQuestion if an argument is missing or wrong
   */
  public JsonNode answer(State state) {
    try {
      return JSON.valueToTree(state == null ? null : query.answer(state, args));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw unfit(e);
    }
  }

  /**
   * Asks a lane of which nothing is known, for what is wrong with the arguments alone.
   *
   * @throws BadQuestion if an argument is missing or wrong
   */
  public void check(State empty) {
    try {
      query.answer(empty, args);
    } catch (BadArgument e) {
      throw unfit(e);
    } catch (RuntimeException e) {
      LOG.debug("the lane itself is asked later", e);
    }
  }

  private BadQuestion unfit(RuntimeException e) {
    String fix = "its arguments are: " + String.join(", ", query.arguments());
    return new BadQuestion("the query '" + name + "'", e.getMessage(), fix, e);
  }

  /** The answer to a query, and of when it is. */
  public ObjectNode answered(LaneStanding standing, JsonNode answer) {
    ObjectNode fields = LaneJson.of(domain, standing).put("query", name);
    fields.set("answer", answer);
    return fields;
  }

  /** The lane as a whole, and of when it is. */
  public static ObjectNode stated(String domain, LaneStanding standing, JsonNode state) {
    ObjectNode fields = LaneJson.of(domain, standing);
    fields.set("state", state);
    return fields;
  }
}
