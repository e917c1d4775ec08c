/** Log levels, formats and the log file. */
package dev.rota.app.log;
