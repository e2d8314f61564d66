/** The code with the name of the child as it was typed, and as the school has it. */
export interface FoundChild {
  readonly proof: { readonly code: string; readonly child: string }
  readonly name: string
  /** Guardians whom the school entered and who have never signed in, by the beginning of their names. */
  readonly guardians: readonly { readonly userId: string; readonly name: string }[]
}

/** What each way to an account gets. */
export interface WayProps {
  readonly found: FoundChild
  readonly onDone: () => void
  readonly onBack: () => void
}
