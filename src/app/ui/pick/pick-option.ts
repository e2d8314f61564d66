import type { SvgComponent } from '../icons/Icon.tsx'

/** A person, class, role or the like as `PickField` shows it. */
export interface PickOption {
  /** No other option of the field has it. */
  readonly id: string
  readonly name: string
  /** Tells two of the same name apart. */
  readonly detail?: string
  readonly glyph?: SvgComponent
}
