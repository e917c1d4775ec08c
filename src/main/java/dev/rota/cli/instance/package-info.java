/** A {@code rota dev} that runs here: the note it leaves for other commands, and its directory. */
package dev.rota.cli.instance;
