/** What the programs of benches print, whatever they measure. */
package allocpool.bench;
