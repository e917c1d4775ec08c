/**
 * The command line: one small class per verb, {@link dev.rota.cli.Verbs} lists them.
 *
 * <p>Data goes to stdout and everything else to stderr. A verb returns an {@link
 * dev.rota.cli.Exit}'s code or throws; {@link dev.rota.cli.Failures} is the one place that says
 * what an exception means.
 */
package dev.rota.cli;
