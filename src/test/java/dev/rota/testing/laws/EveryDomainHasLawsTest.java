package dev.rota.testing.laws;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class EveryDomainHasLawsTest {
  @Test
  void everyDomainOfTheProgramIsHeldToTheLaws() {
    List<Type> inputsUnderLaw =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
                .importPackages("dev.rota")
                .stream()
                .filter(type -> type.isAssignableTo(DomainLaws.class))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(JavaClass::reflect)
                .map(type -> arguments(type.getGenericSuperclass())[1])
                .toList();
    assertThat(Domains.ALL).isNotEmpty();
    for (Domain domain : Domains.ALL) {
      assertThat(inputsUnderLaw)
          .as("a class that extends DomainLaws for %s: write one", domain.name())
          .contains(arguments(domain.getClass().getGenericInterfaces()[0])[1]);
    }
  }

  private static Type[] arguments(Type generic) {
    return ((ParameterizedType) generic).getActualTypeArguments();
  }
}
