package dev.rota.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The line that tells a calling program that Rota is ready.
 *
 * @param page null: there is none
 * @param reapi address of the front door of builds; null: there is none
 */
@JsonPropertyOrder("ready")
public record ReadyLine(
    String bootstrap,
    String registry,
    String http,
    String dataDir,
    @JsonInclude(Include.NON_NULL) String page,
    @JsonInclude(Include.NON_NULL) String reapi) {
  @JsonProperty
  boolean ready() {
    return true;
  }
}
