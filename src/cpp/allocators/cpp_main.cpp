/// The analyser `cpp`, whose objects come from the allocator that was compiled in.

#include <string>

#include "allocated.hpp"
#include "cpp/packet.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
    const std::string implementation = std::string{"cpp-"} + allocpool::allocator_name;
    return allocpool::program<allocpool::cpp::Packet>(implementation, argc, argv);
}
