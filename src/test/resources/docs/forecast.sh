# The first 2000 turns of a generated relay chain.
./rota simulate cores --seed 3 --hours 0.17 --save lines.jsonl >g.out
sed -n 1,2000p lines.jsonl >first.jsonl
./rota simulate cores --file first.jsonl --export chain.jsonl >g.out
