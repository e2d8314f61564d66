/** Returns the current moment in milliseconds since 1970. `Date.now`, unless a test sets another one. */
export type Clock = () => number
