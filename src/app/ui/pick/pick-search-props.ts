import type { PickOption } from './pick-option.ts'

/** Of a search, in characters. */
export const SEARCH_LENGTH = 64

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
  /** Tells that the field which stands in its place until then has the focus, or has it no more. */
  readonly onWaitingFocus: (hasFocus: boolean) => void
  /** Whether it had; true once. */
  readonly claimFocus: () => boolean
  readonly onText: (text: string) => void
  /** Whether an input method composes: the letters before the choice are not what is meant. */
  readonly onComposing: (composing: boolean) => void
  readonly onPick: (id: string) => void
}
