import { contrastRatio } from '../../../contract/rules/appearance/oklab.ts'
import { deriveDarkTints, deriveTints } from '../../../contract/rules/appearance/tints.ts'

/** A colour of a pair, as #rrggbb. */
export interface ReadableColor {
  /** For text and buttons. */
  readonly color: string
  /** The page's ground behind it that is hardest to read on. */
  readonly ground: string
  readonly contrast: number
  /** Whether the chosen colour itself could not be read there. */
  readonly adjusted: boolean
}

/** The colours that stand for a chosen one (#rrggbb) where text has to be read: on light grounds and on dark ones, both with at least 4.5:1. */
export function readablePair(chosen: string): { readonly light: ReadableColor; readonly dark: ReadableColor } {
  const [light, dark] = [deriveTints(chosen), deriveDarkTints(chosen)]
  return {
    light: readable(light.primaryDark, light.steps[1] ?? '#ffffff', chosen),
    dark: readable(dark.primaryDark, dark.steps[2] ?? '#000000', chosen),
  }
}

const LEAST = 4.5

function readable(color: string, ground: string, chosen: string): ReadableColor {
  return { color, ground, contrast: contrastRatio(color, ground), adjusted: contrastRatio(chosen, ground) < LEAST }
}
