#include "packet.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
    return allocpool::program<allocpool::cpp_flat::Packet>("cpp-flat", argc, argv);
}
