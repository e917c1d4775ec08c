/** Questions about lanes and their answers as JSON: the same for the command line and for HTTP. */
package dev.rota.readers.follow.json;
