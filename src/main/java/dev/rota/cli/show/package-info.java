/** What runs, as people see it: a table that is drawn anew in place, or a line now and then. */
package dev.rota.cli.show;
