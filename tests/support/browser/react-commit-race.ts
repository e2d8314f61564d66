/** The version of React that has the error; when another is installed, see whether it is still there, and delete this if not. */
export const REACT_WITH_RACE = '19.3.1'

const RACE = /Minified React error #177;/

/**
 * Whether a page's error is "Cannot commit the same tree as before", which React throws in a timer of its own when effects that wait change a store just as a delayed
 * commit of a lazy part is due: the tree of that commit has been committed by then. React draws the part again by itself. Only seen on a machine that is busy
 * (docs/develop/interface.md).
 */
export const isCommitRace = (error: unknown): boolean => RACE.test(String(error))
