/// The analyser with the packet of one of the notebook's steps. The first option,
/// `--step 1` to `--step 4`, chooses the step; the others are the analysers'
/// (`--step 1 --help`).

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "program.hpp"
#include "steps/step1.hpp"
#include "steps/step2.hpp"
#include "steps/step3.hpp"
#include "steps/step4.hpp"

int main(int argc, char** argv) {
    const std::string step =
        argc > 2 && std::strcmp(argv[1], "--step") == 0 ? argv[2] : "";
    if (step.size() != 1 || step[0] < '1' || step[0] > '4') {
        std::fprintf(stderr,
                     "steps-bench: the first option must be --step, with 1, 2, 3 or 4\n");
        return 2;
    }
    std::vector<char*> rest{argv[0]};
    rest.insert(rest.end(), argv + 3, argv + argc);
    const int count = static_cast<int>(rest.size());
    rest.push_back(nullptr);
    const std::string name = "step-" + step;
    switch (step[0]) {
        case '1':
            return allocpool::program<step1::Packet>(name, count, rest.data());
        case '2':
            return allocpool::program<step2::Packet>(name, count, rest.data());
        case '3':
            return allocpool::program<step3::Packet>(name, count, rest.data());
        default:
            return allocpool::program<step4::Packet>(name, count, rest.data());
    }
}
