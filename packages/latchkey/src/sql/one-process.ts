/**
 * The key that marks an adapter whose database is on the application's machine. Such an application
 * usually runs in one process.
 */
export const oneProcess: unique symbol = Symbol.for('latchkey.oneProcess')
