/**
 * {@code rota import} and {@code rota generate}: recorded or generated data as events of the
 * domains.
 */
package dev.rota.lab.verbs.imports;
