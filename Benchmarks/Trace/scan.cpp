// Counts what `loophunt scan` counts, with simdjson's On-Demand parser: layouts per view and turn,
// the views past the threshold with their classes, turns and maximum, and the histogram.
//
//   scan THREADS TRACE      with 2 threads one finds the structure of a batch ahead of the other
// The library needs to be told that it may use threads.
#define SIMDJSON_THREADS_ENABLED 1
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

struct View {
  std::string name;
  uint64_t stamp = 0, count = 0, layouts = 0, maximum = 0, crossings = 0;
};

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const uint64_t threshold = 100;
  simdjson::padded_string file;
  if (simdjson::padded_string::load(argv[2]).get(file)) return 2;
  simdjson::ondemand::parser parser;
#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = argv[1][0] == '2';
#endif
  simdjson::ondemand::document_stream lines;
  if (parser.iterate_many(file, 1 << 20).get(lines)) return 2;

  std::vector<View> views;
  std::vector<uint64_t> touched;
  std::map<uint64_t, uint64_t> histogram;
  uint64_t turn = 0, events = 0, layouts = 0;
  auto end_turn = [&] {
    for (uint64_t id : touched) {
      View &view = views[id];
      histogram[view.count]++;
      view.layouts += view.count;
      view.maximum = std::max(view.maximum, view.count);
      if (view.count > threshold) view.crossings++;
      view.count = 0;
    }
    touched.clear();
  };
  for (auto line : lines) {
    simdjson::ondemand::object object;
    if (line.get_object().get(object)) return 2;
    std::string_view event;
    if (object["e"].get_string().get(event)) return 2;
    events++;
    if (event == "layout") {
      uint64_t id;
      if (object["v"].get_uint64().get(id)) return 2;
      if (id >= views.size()) return 2;
      View &view = views[id];
      if (view.stamp != turn + 1) {
        view.stamp = turn + 1;
        touched.push_back(id);
      }
      view.count++;
      layouts++;
    } else if (event == "turn") {
      end_turn();
      if (object["n"].get_uint64().get(turn)) return 2;
    } else if (event == "view") {
      uint64_t id;
      std::string_view name;
      if (object["v"].get_uint64().get(id)) return 2;
      if (object["class"].get_string().get(name)) return 2;
      if (id >= views.size()) views.resize(id + 1);
      views[id].name = name;
    }
  }
  end_turn();
  size_t looping = 0;
  for (auto &view : views) looping += view.crossings > 0;
  printf("%zu events, %zu layouts, %zu loops, highest count %zu\n", (size_t)events,
         (size_t)layouts, looping, histogram.empty() ? 0 : (size_t)histogram.rbegin()->first);
}
