package dev.rota.app.run;

record DevPorts(Port kafka, Port registry, Port http, Port page) {}
