/**
 * The command line. {@link dev.rota.app.VerbList} lists the verbs, one small class each. Help and
 * completion are derived from it. A package below holds one verb, or a few similar verbs:
 *
 * <pre>
 * run   records   topics   answers   builds   top   audit   proofs   config
 * show            clients                           a terminal;    producer and consumer
 *                 workers                           executors of shards in this process
 * log             cluster                           logging;       connections to Kafka, registry
 *                 instance                          running 'rota dev' processes
 * console                                           what all verbs share
 * </pre>
 *
 * <p>A verb's package never uses another verb's. All may use the packages below them. The lab adds
 * verbs from a jar of its own ({@link dev.rota.app.console.VerbProvider}).
 *
 * <p>Data goes to stdout, everything else to stderr. A verb returns an {@link
 * dev.rota.app.console.ExitCode} code or throws. Only {@link
 * dev.rota.app.console.FailureTranslator} translates exceptions into messages.
 */
package dev.rota.app;
