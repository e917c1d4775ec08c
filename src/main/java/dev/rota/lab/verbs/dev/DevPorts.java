package dev.rota.lab.verbs.dev;

record DevPorts(Port kafka, Port registry, Port http, Port page) {}
