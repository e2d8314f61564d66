import type { PickOption } from './pick-option.ts'

/** Of a search, in characters. */
export const SEARCH_LENGTH = 64

/** From and to which character of a field, as `setSelectionRange` takes them. */
export type Selection = readonly [start: number, end: number] | null

/** What `PickField` gives to its input and list, which are loaded later. */
export interface PickSearchProps {
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: string
  readonly invalid: boolean
  readonly name: string | undefined
  readonly placeholder: string | undefined
  readonly text: string
  readonly options: readonly PickOption[]
  /** Called when the plain input leaves with the focus in it, with its selection. */
  readonly onLeave: (selection: Selection) => void
  /** Returns that selection, which the list's input takes over with the focus; null at later calls, and where the plain input had no focus. */
  readonly claimFocus: () => Selection
  readonly onText: (text: string) => void
  /** Whether an input method composes: its letters are not searched for until a word is chosen. */
  readonly onComposing: (composing: boolean) => void
  readonly onPick: (id: string) => void
}
