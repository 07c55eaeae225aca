// The systems of SolverBenchmarks in kiwi: prints lines of the same form.
#include "kiwi/kiwi.h"
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <vector>

using namespace kiwi;

static const double compression = strength::create(0, 750, 0);
static const double hugging = strength::create(0, 0, 250);

struct System {
  Solver solver;
  Variable edited, last;
  double value = 0;
  int count = 0;

  void add(const Constraint &constraint) {
    solver.addConstraint(constraint);
    count++;
  }

  void makeEdited(const Variable &variable, double start) {
    edited = variable;
    value = start;
    solver.addEditVariable(variable, strength::strong);
    solver.suggestValue(variable, start);
    count++;
  }

  void edit(int times) {
    for (int time = 0; time < times; time++) {
      solver.suggestValue(edited, value + (time % 2 == 0 ? 1 : 0));
      solver.updateVariables();
    }
  }

  void addAndRemove(int times) {
    for (int time = 0; time < times; time++) {
      Constraint limit(last <= 100000);
      solver.addConstraint(limit);
      solver.removeConstraint(limit);
    }
  }
};

static std::unique_ptr<System> column(int rows) {
  auto system = std::make_unique<System>();
  Variable left, width, aboveY, aboveHeight;
  system->add(left == 0);
  system->add(width == 320);
  for (int row = 0; row < rows; row++) {
    Variable x, y, w, h;
    system->add(x - left == 16);
    system->add(x + w - left - width == -16);
    if (row) system->add(y - aboveY - aboveHeight == 8);
    else system->makeEdited(y, 8);
    system->add((h >= 40 + row % 5) | compression);
    system->add((h <= 40 + row % 5) | hugging);
    aboveY = y;
    aboveHeight = h;
    system->last = y;
  }
  system->solver.updateVariables();
  return system;
}

static std::unique_ptr<System> cells(int cells) {
  auto system = std::make_unique<System>();
  for (int cell = 0; cell < cells; cell++) {
    Variable width, height, aboveY, aboveHeight;
    if (cell == cells - 1) system->makeEdited(width, 320);
    else system->add(width == 320);
    for (int row = 0; row < 6; row++) {
      Variable x, y, w, h;
      system->add(x == 16);
      system->add(x + w - width == -16);
      if (row) system->add(y - aboveY - aboveHeight == 8);
      else system->add(y == 8);
      system->add((h >= 20 + row) | compression);
      system->add((h <= 20 + row) | hugging);
      aboveY = y;
      aboveHeight = h;
    }
    system->add(aboveY + aboveHeight - height == -8);
    system->last = height;
  }
  system->solver.updateVariables();
  return system;
}

static double microseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

static void measure(const char *name, int size, std::unique_ptr<System> (*make)(int)) {
  std::vector<double> build, edit, addAndRemove;
  int count = 0;
  int rounds = size >= 1000 ? 1 : std::max(5, 2000 / size);
  for (int round = 0; round < rounds; round++) {
    double start = microseconds();
    auto system = make(size);
    double built = microseconds();
    system->edit(20);
    double edited = microseconds();
    system->addAndRemove(20);
    double end = microseconds();
    build.push_back(built - start);
    edit.push_back((edited - built) / 20);
    addAndRemove.push_back((end - edited) / 20);
    count = system->count;
  }
  printf("%s %d %d %.3f %.3f %.3f\n", name, size, count, median(build), median(edit),
         median(addAndRemove));
}

int main() {
  for (int size : {10, 100, 1000}) measure("column", size, column);
  for (int size : {10, 100, 1000}) measure("cells", size, cells);
}
