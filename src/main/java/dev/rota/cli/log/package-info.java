/** Log levels, formats and the log file. */
package dev.rota.cli.log;
