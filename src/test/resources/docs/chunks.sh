# Three workers of 1000 bytes hold two chunks of 500 bytes three times; then a chunk of one byte comes.
./rota simulate chunks --export g.jsonl <<'LINES' >g.out
{"topic":"chunks-policies","key":"tethys","timestamp":0,"value":{"network":"tethys","rings":1,"saturation":1.0}}
{"topic":"worker-pings","key":"tethys","timestamp":0,"value":{"network":"tethys","worker":"12D3KooWMvJYsyNx1mJC49ZR4jnh5L7bQ8W4cyeDnj98EvQ5H2Qs","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
{"topic":"worker-pings","key":"tethys","timestamp":0,"value":{"network":"tethys","worker":"12D3KooWHKCuPvuxyZzT7myHm1NpMrwcKnyMcsVPDjNXZeLndUE4","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
{"topic":"worker-pings","key":"tethys","timestamp":0,"value":{"network":"tethys","worker":"12D3KooWMudvaSk1EetzvgWMRGzJDZedWWJt2jbjYrvNRQMWpXhv","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
{"topic":"chunk-listings","key":"tethys","timestamp":0,"value":{"network":"tethys","dataset":"s3://eth","added":[{"chunk":"a","bytes":500}]}}
{"topic":"chunk-listings","key":"tethys","timestamp":0,"value":{"network":"tethys","dataset":"s3://eth","added":[{"chunk":"b","bytes":500}]}}
{"topic":"worker-pings","key":"tethys","timestamp":1000,"value":{"network":"tethys","worker":"12D3KooWMvJYsyNx1mJC49ZR4jnh5L7bQ8W4cyeDnj98EvQ5H2Qs","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
{"topic":"chunk-listings","key":"tethys","timestamp":2000,"value":{"network":"tethys","dataset":"s3://eth","added":[{"chunk":"c","bytes":1}]}}
{"topic":"worker-pings","key":"tethys","timestamp":3000,"value":{"network":"tethys","worker":"12D3KooWMvJYsyNx1mJC49ZR4jnh5L7bQ8W4cyeDnj98EvQ5H2Qs","capacityBytes":1000,"version":"2.8.0","storedBytes":0}}
LINES
