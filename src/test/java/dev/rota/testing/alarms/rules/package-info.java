/** Who decides: when bells ring. */
package dev.rota.testing.alarms.rules;
