/** {@code rota audit}: decides all again and says what differs. */
package dev.rota.cli.audit;
