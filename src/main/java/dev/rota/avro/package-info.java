/** What every part that uses Avro's generated classes has to agree on. */
package dev.rota.avro;
