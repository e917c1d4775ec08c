package dev.rota.registry;

import static dev.rota.registry.Samples.ORDER;
import static dev.rota.registry.Samples.ORDER_2;
import static dev.rota.registry.Samples.ORDER_BROKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MockRegistryTest {
  @AfterEach
  void dropScopes() {
    MockRegistry.drop("scope-a");
    MockRegistry.drop("scope-b");
  }

  @Test
  void aScopeIsSharedAndScopesAreNot() {
    Registry.at("mock://scope-a").register("s", ORDER);

    assertThat(Registry.at("mock://scope-a").subjects()).containsExactly("s");
    assertThat(Registry.at("mock://scope-b").subjects()).isEmpty();
    MockRegistry.drop("scope-a");
    assertThat(Registry.at("mock://scope-a").subjects()).isEmpty();
  }

  @Test
  void theSameSchemaHasTheSameIdEverywhere() {
    MockRegistry registry = MockRegistry.scope("scope-a");

    assertThat(registry.register("s", ORDER)).isEqualTo(1);
    assertThat(registry.register("s", ORDER)).isEqualTo(1);
    assertThat(registry.register("s", ORDER_2)).isEqualTo(2);
    assertThat(registry.register("other", ORDER)).isEqualTo(1);
    assertThat(registry.latest("s").version()).isEqualTo(2);
  }

  @Test
  void theLevelDecidesWhatIsCompatible() {
    MockRegistry registry = MockRegistry.scope("scope-a");
    registry.register("s", ORDER_2);
    assertThat(registry.testCompatibility("s", ORDER_BROKEN)).hasSize(1);

    registry.compatibility("s", CompatibilityLevel.FULL);
    assertThat(registry.testCompatibility("s", ORDER_BROKEN)).hasSize(2);
    assertThat(registry.testCompatibility("s", ORDER)).isEmpty();
    registry.compatibility("s", CompatibilityLevel.NONE);
    assertThat(registry.testCompatibility("s", ORDER_BROKEN)).isEmpty();
  }

  @Test
  void whatIsMissingIsNotFound() {
    MockRegistry registry = MockRegistry.scope("scope-a");

    assertThatThrownBy(() -> registry.latest("none"))
        .isInstanceOfSatisfying(
            RegistryRefused.class, e -> assertThat(e.errorCode()).isEqualTo(40401));
    assertThatThrownBy(() -> registry.byId(0))
        .isInstanceOfSatisfying(
            RegistryRefused.class, e -> assertThat(e.errorCode()).isEqualTo(40403));
  }
}
