/** Settings for Avro's generated classes that all users share. */
package dev.rota.base.avro;
