# A worker pings once, and is silent while another one pings on.
cat >uptime.jsonl <<'LINES'
{"topic":"chunks-policies","key":"tethys","timestamp":0,"value":{"network":"tethys","minUptime":0.5,"uptimeWindowMs":720000}}
{"topic":"worker-pings","key":"tethys","timestamp":0,"value":{"network":"tethys","worker":"12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
{"topic":"worker-pings","key":"tethys","timestamp":145000,"value":{"network":"tethys","worker":"12D3KooWMvJYsyNx1mJC49ZR4jnh5L7bQ8W4cyeDnj98EvQ5H2Qs","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
LINES

# An operator marks a worker.
cat >mark.jsonl <<'LINES'
{"topic":"worker-pings","key":"tethys","timestamp":1769860800000,"value":{"network":"tethys","worker":"12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
{"topic":"chunks-policies","key":"tethys","timestamp":1769860801000,"value":{"network":"tethys","mark":{"worker":"12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D","reason":"its disk is slow","until":1769868000000}}}
LINES
