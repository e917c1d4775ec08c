package dev.rota.cli.run;

record DevPorts(Port kafka, Port registry, Port http, Port page) {}
