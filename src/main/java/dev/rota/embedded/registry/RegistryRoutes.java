package dev.rota.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/** Every call the registry answers. */
final class RegistryRoutes {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<Route> routes;

  RegistryRoutes(RegistryDesk desk) {
    var subjects = new SubjectCalls(desk);
    var schemas = new SchemaCalls(desk);
    var config = new SettingCalls(desk, Setting.CONFIG);
    var mode = new SettingCalls(desk, Setting.MODE);
    this.routes =
        List.of(
            Route.of("GET /", call -> NODES.objectNode()),
            Route.of("GET /subjects", subjects::list),
            Route.of("POST /subjects/*", subjects::lookUp),
            Route.of("DELETE /subjects/*", subjects::delete),
            Route.of(
                "GET /subjects/*/metadata",
                call -> { // schemas carry no metadata here, so none is ever found by it
                  throw RegistryError.noSchema();
                }),
            Route.of("GET /subjects/*/versions", subjects::versions),
            Route.of("POST /subjects/*/versions", subjects::register),
            Route.of("GET /subjects/*/versions/*", subjects::version),
            Route.of("DELETE /subjects/*/versions/*", subjects::deleteVersion),
            Route.of("GET /subjects/*/versions/*/schema", subjects::versionText),
            Route.of("GET /subjects/*/versions/*/referencedby", subjects::referencedBy),
            Route.of("POST /compatibility/subjects/*/versions", subjects::fits),
            Route.of("POST /compatibility/subjects/*/versions/*", subjects::fitsVersion),
            Route.of("GET /schemas", schemas::list),
            Route.of("GET /schemas/types", call -> NODES.arrayNode().add("AVRO")),
            Route.of("GET /schemas/ids/*", schemas::byId),
            Route.of("GET /schemas/ids/*/schema", schemas::textById),
            Route.of("GET /schemas/ids/*/subjects", schemas::subjectsById),
            Route.of("GET /schemas/ids/*/versions", schemas::versionsById),
            Route.of("GET /schemas/guids/*", schemas::byGuid),
            Route.of("GET /schemas/guids/*/ids", schemas::idsByGuid),
            Route.of("GET /contexts", call -> NODES.arrayNode().add(".")),
            Route.of("GET /config", config::get),
            Route.of("PUT /config", config::put),
            Route.of("DELETE /config", config::delete),
            Route.of("GET /config/*", config::get),
            Route.of("PUT /config/*", config::put),
            Route.of("DELETE /config/*", config::delete),
            Route.of("GET /mode", mode::get),
            Route.of("PUT /mode", mode::put),
            Route.of("DELETE /mode", mode::delete),
            Route.of("GET /mode/*", mode::get),
            Route.of("PUT /mode/*", mode::put),
            Route.of("DELETE /mode/*", mode::delete),
            // Newer clients ask this before anything else and go on by topic name when told: none.
            Route.of("GET /associations/resources/*/*", call -> NODES.arrayNode()),
            Route.of("GET /v1/metadata/id", call -> clusterId()),
            Route.of("GET /v1/metadata/version", call -> serverVersion()));
  }

  JsonNode answer(String method, String rawPath, String rawQuery, byte[] body) {
    var segments = RegistryCall.segments(rawPath);
    var pathIsKnown = false;
    for (var route : routes) {
      var places = route.match(segments);
      if (places.isPresent() && route.method().equals(method)) {
        return route
            .answer()
            .to(new RegistryCall(places.get(), RegistryCall.parameters(rawQuery), body));
      }
      pathIsKnown |= places.isPresent();
    }
    if (pathIsKnown) {
      throw new RegistryError(405, method + " is not allowed for " + rawPath);
    }
    throw new RegistryError(404, "There is nothing at " + rawPath);
  }

  private static JsonNode clusterId() {
    var scope = NODES.objectNode();
    scope.putArray("path");
    scope.putObject("clusters").put("schema-registry-cluster", "rota-embedded");
    var id = NODES.objectNode().put("id", "");
    id.set("scope", scope);
    return id;
  }

  private static JsonNode serverVersion() {
    return NODES.objectNode().put("version", "rota-embedded").put("commitId", "");
  }
}
