package dev.rota.lab.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Calls for a setting of a subject or, without a subject, of all. */
final class SettingCalls {
  private final RegistryDesk desk;
  private final SubjectSetting setting;

  SettingCalls(RegistryDesk desk, SubjectSetting setting) {
    this.desk = desk;
    this.setting = setting;
  }

  JsonNode get(RegistryCall call) {
    return shown(
        setting.field(),
        desk.ask(
            store ->
                SettingRules.get(
                    store, setting, call.subjectOrGlobal(), call.flag("defaultToGlobal"))));
  }

  /** Requests have a field name of their own: a level is sent as {@code compatibility}. */
  JsonNode put(RegistryCall call) {
    var field = setting == SubjectSetting.CONFIG ? "compatibility" : setting.field();
    var asked = RegistryCall.text(call.body(), field).orElse("");
    return shown(
        field,
        desk.change(
            store ->
                setting == SubjectSetting.CONFIG
                    ? SettingRules.configure(store, call.subjectOrGlobal(), asked)
                    : SettingRules.setMode(
                        store, call.subjectOrGlobal(), asked, call.flag("force"))));
  }

  JsonNode delete(RegistryCall call) {
    return shown(
        setting.field(),
        desk.change(store -> SettingRules.unset(store, setting, call.subjectOrGlobal())));
  }

  private static JsonNode shown(String field, String value) {
    return JsonNodeFactory.instance.objectNode().put(field, value);
  }
}
