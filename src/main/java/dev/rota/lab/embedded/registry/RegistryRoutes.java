package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.base.http.HttpRoutes;
import java.util.function.Function;

/** The routes of the registry. */
final class RegistryRoutes {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final HttpRoutes routes = new HttpRoutes(RegistryHttp::refused);

  private RegistryRoutes() {}

  static HttpRoutes of(RegistryDesk desk) {
    var all = new RegistryRoutes();
    all.aboutTheRegistry();
    all.aboutSubjects(new SubjectCalls(desk));
    all.aboutSchemas(new SchemaCalls(desk));
    all.aboutASetting("/config", new SettingCalls(desk, SubjectSetting.CONFIG));
    all.aboutASetting("/mode", new SettingCalls(desk, SubjectSetting.MODE));
    return all.routes;
  }

  private void at(String methodAndPath, Function<RegistryCall, JsonNode> handler) {
    routes.at(methodAndPath, call -> RegistryHttp.answer(call, handler));
  }

  private void aboutTheRegistry() {
    at("GET /", call -> NODES.objectNode());
    at("GET /contexts", call -> NODES.arrayNode().add("."));
    // Newer clients ask this first. Without an association, they go on by topic name.
    at("GET /associations/resources/{namespace}/{name}", call -> NODES.arrayNode());
    at("GET /v1/metadata/id", call -> clusterId());
    at("GET /v1/metadata/version", call -> serverVersion());
  }

  private void aboutSubjects(SubjectCalls subjects) {
    at("GET /subjects", subjects::list);
    at("POST /subjects/{subject}", subjects::lookUp);
    at("DELETE /subjects/{subject}", subjects::delete);
    at("GET /subjects/{subject}/metadata", call -> noneByMetadata());
    at("GET /subjects/{subject}/versions", subjects::versions);
    at("POST /subjects/{subject}/versions", subjects::register);
    at("GET /subjects/{subject}/versions/{version}", subjects::version);
    at("DELETE /subjects/{subject}/versions/{version}", subjects::deleteVersion);
    at("GET /subjects/{subject}/versions/{version}/schema", subjects::versionText);
    at("GET /subjects/{subject}/versions/{version}/referencedby", subjects::referencedBy);
    at("POST /compatibility/subjects/{subject}/versions", subjects::fits);
    at("POST /compatibility/subjects/{subject}/versions/{version}", subjects::fitsVersion);
  }

  private void aboutSchemas(SchemaCalls schemas) {
    at("GET /schemas", schemas::list);
    at("GET /schemas/types", call -> NODES.arrayNode().add("AVRO"));
    at("GET /schemas/ids/{id}", schemas::byId);
    at("GET /schemas/ids/{id}/schema", schemas::textById);
    at("GET /schemas/ids/{id}/subjects", schemas::subjectsById);
    at("GET /schemas/ids/{id}/versions", schemas::versionsById);
    at("GET /schemas/guids/{guid}", schemas::byGuid);
    at("GET /schemas/guids/{guid}/ids", schemas::idsByGuid);
  }

  private void aboutASetting(String path, SettingCalls setting) {
    for (var one : new String[] {path, path + "/{subject}"}) {
      at("GET " + one, setting::get);
      at("PUT " + one, setting::put);
      at("DELETE " + one, setting::delete);
    }
  }

  /** Schemas have no metadata here, so a search by metadata finds nothing. */
  private static JsonNode noneByMetadata() {
    throw RegistryError.noSchema();
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
