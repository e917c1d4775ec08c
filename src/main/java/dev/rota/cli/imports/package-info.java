/**
 * {@code rota import} and {@code rota generate}: what real machines did, or made-up ones would, as
 * events of the domains.
 */
package dev.rota.cli.imports;
