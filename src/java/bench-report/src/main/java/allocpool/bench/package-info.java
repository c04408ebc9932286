/** The common command line and output format of bench programs. */
package allocpool.bench;
