package dev.rota.bots.rules;

import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.domain.OpaqueBytes;

/** A job to submit: of the instance {@code i}, any bot can run it, and it joins no other. */
public final class TestJob {
  private final String name;
  private String instance = "i";
  private int priority;
  private String label;
  private SortedProperties needs = SortedProperties.NONE;
  private String hint;
  private String action;
  private String operation;
  private OpaqueBytes payload;

  public TestJob(String name) {
    this.name = name;
  }

  public TestJob instance(String its) {
    instance = its;
    return this;
  }

  public TestJob priority(int its) {
    priority = its;
    return this;
  }

  public TestJob label(String its) {
    label = its;
    return this;
  }

  public TestJob needs(SortedProperties its) {
    needs = its;
    return this;
  }

  public TestJob hint(String its) {
    hint = its;
    return this;
  }

  /** It joins a job of the same action, or others join it. */
  public TestJob action(String its) {
    action = its;
    return this;
  }

  public TestJob operation(String its) {
    operation = its;
    return this;
  }

  public TestJob payload(OpaqueBytes its) {
    payload = its;
    return this;
  }

  public Submit submit() {
    boolean cacheable = action != null;
    return new Submit(
        name, instance, priority, label, needs, hint, action, cacheable, operation, null, false,
        payload);
  }
}
