package dev.rota.readers.forecast;

import dev.rota.kernel.domain.Forecast.Start;
import java.util.List;

/**
 * The next things that are started.
 *
 * @param asOfMillis the present time, epoch ms
 * @param starts in their order
 * @param stopped why there may be more before the horizon, or null
 * @param assumed sentences without their full stops
 */
public record Coming(long asOfMillis, List<Start> starts, String stopped, List<String> assumed) {}
