package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** What a build leaves out is said aloud: a green build must not hide it. */
final class NotRunTest {
  private static final String INTEROP = "interop";

  @Test
  void testsThatNeedConfluentsClassesAreCountedAndTheirProfileIsNamed() {
    List<Class<?>> classes =
        ReflectionSupport.findAllClassesInPackage("dev.rota", NotRunTest::isInterop, name -> true);
    long tests = classes.stream().mapToLong(NotRunTest::tests).sum();
    System.out.printf(
        "not run without -Pinterop: %d test methods of %d classes, they need Confluent's own classes%n",
        tests, classes.size());
    assertThat(tests).isPositive();
  }

  private static boolean isInterop(Class<?> type) {
    return AnnotationSupport.findRepeatableAnnotations(type, Tag.class).stream()
        .anyMatch(tag -> tag.value().equals(INTEROP));
  }

  private static long tests(Class<?> type) {
    return AnnotationSupport.findAnnotatedMethods(
            type, Testable.class, HierarchyTraversalMode.TOP_DOWN)
        .size();
  }
}
