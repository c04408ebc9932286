// Jede Schüssel zählt. 池
package exercise;

/* Ein Vorrat von Päckchen: 「LIFO」 */
public final class LifoPool {
  private static final class Fach {
    Packet inhalt;
    boolean draußen;
    Fach darunter;
  }

  private final Fach[] fächer;
  private Fach oben;

  public LifoPool(Packet[] packets) {
    fächer = new Fach[packets.length];
    for (int größe = 0; größe < fächer.length; größe++) {
      Fach neu = new Fach();
      neu.inhalt = packets[größe];
      neu.inhalt.mark = größe;
      neu.darunter = oben;
      fächer[größe] = neu;
      oben = neu;
    }
  }

  public Packet take() {
    Fach fach = oben;
    if (fach == null) {
      return null;
    }
    oben = fach.darunter;
    fach.draußen = true;
    return fach.inhalt;
  }

  public boolean release(Packet packet) {
    if (packet == null || packet.mark < 0 || packet.mark >= fächer.length) {
      return false;
    }
    Fach fach = fächer[packet.mark];
    if (fach.inhalt != packet || !fach.draußen) {
      return false;
    }
    fach.draußen = false;
    fach.darunter = oben;
    oben = fach;
    return true;
  }
}
