package dev.rota.serving.serve;

import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.http.HttpRoutes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The page at the root, its files below {@code /page/}, the rules' book and the runbooks. */
final class PageRoutes {
  private static final String PAGE = "/page/";
  private static final String BOOK = "/docs/rules/";
  private static final String RUNBOOKS = "/docs/runbooks/";

  /** Neither hidden nor above the folder. */
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html;charset=utf-8"),
          Map.entry("css", "text/css;charset=utf-8"),
          Map.entry("js", "text/javascript;charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("md", "text/markdown;charset=utf-8"),
          Map.entry("txt", "text/plain;charset=utf-8"));

  /** Files of libraries, by the names that the page has for them. */
  static final Map<String, String> LIBRARIES =
      Map.of("uplot.js", "uPlot.esm.js", "uplot.css", "uPlot.min.css");

  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private PageRoutes() {}

  static void to(HttpRoutes routes) {
    routes.at("GET /", call -> file(call, PAGE, "index.html"));
    LIBRARIES.forEach(
        (name, file) -> routes.at("GET " + PAGE + name, call -> file(call, UPLOT, file)));
    for (String folder : List.of(PAGE, BOOK, RUNBOOKS)) {
      routes.at(
          "GET " + folder + "*", call -> file(call, folder, call.places().get(HttpRoutes.REST)));
    }
  }

  private static HttpReply file(HttpCall call, String folder, String name) {
    byte[] bytes = NAME.matcher(name).matches() ? read(folder + name) : null;
    if (bytes == null) {
      return new ProblemDetails(404, "not found", "the page has no such file", "begin at /")
          .reply();
    }
    String tag = '"' + HexFormat.of().toHexDigits(java.util.Arrays.hashCode(bytes)) + '"';
    if (JsonAnswers.has(call, tag)) {
      return JsonAnswers.unchanged(tag);
    }
    String type =
        TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    return new HttpReply(200, type, bytes, Map.of("ETag", tag, "Cache-Control", "no-cache"));
  }

  /** Null: there is no such file. */
  private static byte[] read(String path) {
    try (InputStream file = PageRoutes.class.getResourceAsStream(path)) {
      return file == null || !path.contains(".") ? null : file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
