/** Forecasts on a copy of a lane what is assumed to come, and keeps a record of what came true. */
package dev.rota.readers.forecast;
