# Counts words for some seconds, as scripts do, and prints a bench program's events: perl stands for
# programs that do more than allocate. Usage: words.pl SECONDS
use strict;
use warnings;
use Time::HiRes 'time';

$| = 1;
my ($seconds) = @ARGV;
my @lines = map {
    my $n = $_;
    join ' ', map { 'Word' . ($n * 7919 + $_ * 104729) % 5000 } 1 .. 12;
} 1 .. 2000;
printf '{"event": "start", "bench": "tracer", "contestant": "words", "parameters": {}, '
    . "\"build\": {\"name\": \"perl\", \"version\": \"%vd\", \"vendor\": \"\", \"flags\": []}}\n", $^V;
my ($words, $begin) = (0, time);
do {
    my %count;
    for my $line (@lines) {
        $count{lc $_}++, $words++ for $line =~ /\w+/g;
    }
    die "lost words\n" if keys %count > 5000;
} while (time - $begin < $seconds);
printf '{"event": "result", "metric": "ns_per_word", "unit": "ns", "value": %.3f, "count": %d}' . "\n",
    (time - $begin) * 1e9 / $words, $words;
print "{\"event\": \"end\"}\n";
