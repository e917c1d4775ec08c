/**
 * The command line. {@link dev.rota.app.VerbList} lists the verbs, one small class each. Help and
 * completion are derived from it. A package below holds one verb, or a few similar verbs:
 *
 * <pre>
 * run   records   topics   audit   imports   simulate   bench   config
 * show            clients                           live display;  producer and consumer
 * log             cluster                           logging;       connections to Kafka, registry
 *                 instance                          running 'rota dev' processes and their data
 * console                                           what all verbs share
 * </pre>
 *
 * <p>A verb's package never uses another verb's. All may use the packages below them.
 *
 * <p>Data goes to stdout, everything else to stderr. A verb returns an {@link
 * dev.rota.app.console.ExitCode} code or throws. Only {@link
 * dev.rota.app.console.FailureTranslator} translates exceptions into messages.
 */
package dev.rota.app;
