"""Searches the same messages with SQLite's FTS5 and its trigram tokenizer, for comparison.

Reads one JSON object from standard input: the file with the messages (chat number and text, newest last), how many
chats the person is in, the queries and the number of rounds. Writes the times of each query in milliseconds.
"""
import json
import os
import sqlite3
import sys
import time

asked = json.load(sys.stdin)
database_file = asked["file"] + ".sqlite"
database = sqlite3.connect(database_file)
database.execute("pragma journal_mode = wal")
database.execute("create virtual table messages using fts5(content, chat unindexed, author unindexed, tokenize = 'trigram')")
started = time.perf_counter()
with open(asked["file"], encoding="utf-8") as lines:
    rows = (line.rstrip("\n").split("\t", 1) for line in lines)
    database.executemany(
        "insert into messages (content, chat, author) values (?2, ?1, ?1)", ((int(chat), text) for chat, text in rows)
    )
database.commit()
database.execute("pragma wal_checkpoint(truncate)")
seconds = time.perf_counter() - started
results = {"indexing": {"seconds": round(seconds)}, "sizeMegabytes": round(os.path.getsize(database_file) / 1e6)}
for name, query in asked["queries"].items():
    match = " ".join('"' + word + '"' for word in query["q"].split())
    chats = range(query["author"], query["author"] + 1) if "author" in query else range(asked["ownChats"])
    places = ",".join(str(chat) for chat in chats)
    statement = f"select rowid from messages where content match ? and chat in ({places}) order by rowid desc limit 20"
    times = []
    for _ in range(asked["rounds"]):
        begun = time.perf_counter()
        found = database.execute(statement, (match,)).fetchall()
        times.append((time.perf_counter() - begun) * 1000)
    times.sort()
    results[name] = {
        "found": len(found),
        "p50Ms": round(times[len(times) // 2], 2),
        "p99Ms": round(times[min(len(times) - 1, int(len(times) * 0.99))], 2),
    }
database.close()
json.dump(results, sys.stdout)
