/**
 * The command line. {@link dev.rota.cli.Verbs} lists the verbs, one small class each, and help and
 * completion tell of all of them. A room holds one verb, or a few that are of one kind:
 *
 * <pre>
 * run   records   topics   audit   imports   simulate   bench   config
 * show            clients                           a table of what runs; producer and consumer
 * log             cluster                           what is logged;   where Kafka and registry are
 *                 instance                          rota dev: its note and its directory
 * console                                           what all verbs have in common
 * </pre>
 *
 * <p>No verb's room knows another verb's; all may use the rooms below.
 *
 * <p>Data goes to stdout and everything else to stderr. A verb returns an {@link
 * dev.rota.cli.console.Exit}'s code or throws; {@link dev.rota.cli.console.Failures} is the one
 * place that says what an exception means.
 */
package dev.rota.cli;
