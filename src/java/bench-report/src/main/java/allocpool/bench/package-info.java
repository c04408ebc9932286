/** What the programs of benches read and print, whatever they measure. */
package allocpool.bench;
