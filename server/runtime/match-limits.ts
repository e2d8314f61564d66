/** Distances are those of the recognition net: 0 the same picture, above 0.6 another person. */
export interface MatchLimits {
  /** The farthest at which a face is taken for a person. */
  readonly distance: number
  /** By how much every other person must be farther. */
  readonly margin: number
}
