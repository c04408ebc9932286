package exercise;
public final class LifoPool
{
	private Packet home[];
	private Packet stack[];
	private int sp;
	public LifoPool(Packet packets[])
	{
		int n = packets.length, i;
		this.home = new Packet[n];
		this.stack = new Packet[n];
		System.arraycopy(packets, 0, this.home, 0, n);
		for (i = 0; i < n; i++) {
			this.stack[this.sp++] = this.home[i];
			this.home[i].mark = i << 1;
		}
	}
	public Packet take()
	{
		if (this.sp > 0) {
			Packet p = this.stack[--this.sp];
			p.mark |= 1;
			return p;
		}
		return null;
	}
	public boolean release(Packet p)
	{
		if (p == null || (p.mark & 1) == 0) return false;
		int i = p.mark >>> 1;
		if (i >= this.home.length || this.home[i] != p) return false;
		p.mark &= ~1;
		this.stack[this.sp++] = p;
		return true;
	}
}
