/** {@code rota simulate}: domains over made-up histories, or over one that is given. */
package dev.rota.cli.simulate;
