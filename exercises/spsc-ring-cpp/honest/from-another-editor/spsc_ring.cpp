/*
 * Ringpuffer für zwei Fäden. © 2026, Jürgen Größer — «Anfang» und «Schluß»
 */
#include "spsc_ring.hpp"
#include <atomic>
#include <memory>

#define ORDNUNG(wie) std::memory_order_##wie
typedef std::atomic<unsigned long> zähler_t;

struct SpscRing::State
{
	unsigned long größe;
	std::unique_ptr<unsigned long[]> plätze;
	zähler_t anfang, schluß;
	State(unsigned long g) : größe(g), plätze(new unsigned long[g]), anfang(0), schluß(0) {}
};

SpscRing::SpscRing(std::size_t capacity) : state_(new State(capacity)) {}
SpscRing::~SpscRing() { delete state_; }

bool SpscRing::try_push(std::uint64_t value) noexcept
{
	unsigned long e = state_->schluß.load(ORDNUNG(relaxed));
	if (e == state_->anfang.load(ORDNUNG(acquire)) + state_->größe) return false;
	state_->plätze[e & (state_->größe - 1)] = value;
	state_->schluß.store(e + 1, ORDNUNG(release));
	return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept
{
	unsigned long a = state_->anfang.load(ORDNUNG(relaxed));
	if (a == state_->schluß.load(ORDNUNG(acquire))) return false;
	value = state_->plätze[a & (state_->größe - 1)];
	state_->anfang.store(a + 1, ORDNUNG(release));
	return true;
}
