# Makes the counts of scan.cpp: run it as `jq -nr -f scan.jq TRACE`.
def end_turn:
  reduce .counts[] as $count (.; .highest = ([.highest, $count] | max))
  | reduce (.counts | to_entries[] | select(.value > 100)) as $loop (.; .loops[$loop.key] = true)
  | .counts = {};

reduce inputs as $line ({events: 0, layouts: 0, highest: 0, loops: {}, counts: {}};
  .events += 1
  | if $line.e == "layout" then .layouts += 1 | .counts[$line.v | tostring] += 1
    elif $line.e == "turn" then end_turn
    else . end)
| end_turn
| "\(.events) events, \(.layouts) layouts, \(.loops | length) loops, highest count \(.highest)"
