package allocpool.workload;

/** The outcome of a run. */
final class Outcome {
  final long packets;
  final long processed;
  final long tcpCount;

  /** The digest in 16 hexadecimal digits, or null where there is none. */
  final String digest;

  /** The objects that were left, or null if not requested. */
  final LiveObjects liveObjects;

  Outcome(Analyser analyser, long packets, boolean hasDigest, LiveObjects liveObjects) {
    this.packets = packets;
    this.processed = analyser.processed();
    this.tcpCount = analyser.tcpCount();
    this.digest = hasDigest ? String.format("%016x", analyser.digest()) : null;
    this.liveObjects = liveObjects;
  }
}
