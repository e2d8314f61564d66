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
  /** Tells what was selected in the field that stood in its place until then, if that had the focus. */
  readonly onLeave: (selection: Selection) => void
  /** The same; once. */
  readonly claimFocus: () => Selection
  readonly onText: (text: string) => void
  /** Whether an input method composes: the letters before the choice are not what is meant. */
  readonly onComposing: (composing: boolean) => void
  readonly onPick: (id: string) => void
}
