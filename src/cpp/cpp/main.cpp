#include "packet.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
    return allocpool::program<allocpool::cpp::Packet>("cpp", argc, argv);
}
