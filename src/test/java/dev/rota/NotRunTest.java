package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** What a build leaves out is said aloud: a green build must not hide it. */
final class NotRunTest {
  @ParameterizedTest
  @CsvSource({
    "interop, they need Confluent's own classes and clients of other languages",
    "faults, they take some minutes",
  })
  void testsThatAreLeftOutAreCountedAndTheirProfileIsNamed(String tag, String why) {
    List<Class<?>> classes =
        ReflectionSupport.findAllClassesInPackage(
            "dev.rota", type -> isTagged(type, tag), _ -> true);
    long tests = classes.stream().mapToLong(NotRunTest::tests).sum();
    System.out.printf(
        "not run without -P%s: %d test methods of %d classes, %s%n",
        tag, tests, classes.size(), why);
    assertThat(tests).isPositive();
  }

  private static boolean isTagged(Class<?> type, String wanted) {
    return AnnotationSupport.findRepeatableAnnotations(type, Tag.class).stream()
        .anyMatch(tag -> tag.value().equals(wanted));
  }

  private static long tests(Class<?> type) {
    return AnnotationSupport.findAnnotatedMethods(
            type, Testable.class, HierarchyTraversalMode.TOP_DOWN)
        .size();
  }
}
