/** {@code rota produce} and {@code rota consume}: lines to records and back. */
package dev.rota.cli.records;
