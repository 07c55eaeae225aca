#!/usr/bin/env python3
"""Writes a layout trace of about N events (100 bytes each) to standard output.

A window with 10 000 views: 100 feeds of 99 cells. In every turn some cells are laid out, write the
frames of their neighbours and dirty them; one cell in a thousand turns loops. The same N gives the
same bytes.
"""
import random
import sys


def main(events):
    random.seed(17)
    out = sys.stdout
    out.write('{"e":"trace","version":1,"tool":"generate.py","title":"benchmark"}\n')
    out.write('{"e":"view","v":1,"class":"Window","frame":[0,0,390,844]}\n')
    written = 2
    number = 1
    feeds = []
    for feed in range(100):
        number += 1
        parent = number
        cells = []
        out.write(f'{{"e":"view","v":{number},"class":"FeedView","name":"feed-{feed}","in":1,'
                  f'"at":{feed},"frame":[0,0,390,844],"clean":true}}\n')
        for cell in range(99):
            number += 1
            cells.append(number)
            out.write(f'{{"e":"view","v":{number},"class":"StoryCell","in":{parent},"at":{cell},'
                      f'"frame":[0,{cell * 44},390,44],"clean":true}}\n')
        feeds.append((parent, cells))
        written += 1 + len(cells)
    turn = 0
    time = 0
    while written + 3 < events:
        turn += 1
        time += 16_666_667
        lines = [f'{{"e":"turn","n":{turn},"t":{time}}}', '{"e":"commit"}']
        repeats = 400 if turn % 1000 == 0 else 1
        for step in range(24):
            parent, cells = feeds[random.randrange(100)]
            cell = random.randrange(len(cells))
            view = cells[cell]
            for _ in range(repeats if step == 0 else 1):
                lines.append(f'{{"e":"layout","v":{view},"t":{time + step * 1000}}}')
                y = 44 * cell
                for offset in range(5):
                    neighbour = cells[(cell + offset + 1) % len(cells)]
                    lines.append(
                        f'{{"e":"frame","v":{neighbour},"to":[12.5,{y + offset * 44.5},365,44.5],'
                        f'"was":[12.5,{y + offset * 44},365,44],"by":{view},'
                        f'"from":"NewsFeedStoryCell.swift:{100 + offset}"}}')
                    y += 0.25
                lines.append(
                    f'{{"e":"dirty","v":{parent},"why":"size","by":{view},'
                    f'"from":"NewsFeedStoryCell.swift:104","again":true}}')
                lines.append(f'{{"e":"done","v":{view},"t":{time + step * 1000 + 700}}}')
        lines.append('{"e":"committed","batches":1}')
        written += len(lines)
        out.write("\n".join(lines))
        out.write("\n")
    out.write(f'{{"e":"end","turns":{turn}}}\n')


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)
