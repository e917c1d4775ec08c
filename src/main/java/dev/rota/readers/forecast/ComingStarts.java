package dev.rota.readers.forecast;

import dev.rota.kernel.domain.ForecastModel.Start;
import java.util.List;

/**
 * The next things that are started.
 *
 * @param asOfMillis the present time, epoch ms
 * @param starts in their order
 * @param stopped why there may be more before the horizon, or null
 * @param assumed sentences without their full stops
 */
public record ComingStarts(
    long asOfMillis, List<Start> starts, String stopped, List<String> assumed) {}
