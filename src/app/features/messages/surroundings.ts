/** What messages need of the page around them. */
export interface MessageSurroundings {
  /** Whose messages these are. */
  readonly userId: string
  readonly onFailure: (error: unknown) => void
  /** Loads the page anew after another window was opened, as the specification has it; unless that would lose something. */
  readonly reload: () => void
}
