/// The analyser `cpp-flat`, whose packets come from the allocator that was compiled in.

#include <string>

#include "allocated.hpp"
#include "cpp-flat/packet.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
    const std::string implementation =
        std::string{"cpp-flat-"} + allocpool::allocator_name;
    return allocpool::program<allocpool::cpp_flat::Packet>(implementation, argc, argv);
}
