/**
 * What all verbs have in common: the flags of {@code rota} itself, stdin and its like, exit codes,
 * what is said of failures, progress, and the words that flags may be.
 */
package dev.rota.cli.console;
