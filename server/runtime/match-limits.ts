/** Distances are those of the recognition net: 0 the same picture, above 0.6 somebody else. */
export interface MatchLimits {
  /** The farthest at which a face is taken for a person. */
  readonly distance: number
  /** By how much anybody else must be farther. */
  readonly margin: number
}
