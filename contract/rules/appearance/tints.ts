import { contrastRatio, isHexColor, mix, toHex, toOklab, type Oklab } from './oklab.ts'

/** The ten tints and the text-safe ones for all colours of the screens. All as #rrggbb. */
export interface Tints {
  /** From closest to the page's ground (primary0) to most distinct from it (primary9): light to dark, or dark to light in dark mode. */
  readonly steps: readonly string[]
  /** For text, buttons and focus rings: at least 4.5:1 against the grounds of text. */
  readonly primaryDark: string
  /** The same for more contrast: at least 7:1. */
  readonly primaryMore: string
}

/** A little above WCAG's minimum, because browsers mix and round. */
const TEXT_CONTRAST = 4.6
const MORE_CONTRAST = 7.1

const WHITE: Oklab = [1, 0, 0]
const LIGHTER = [0.93, 0.86, 0.7, 0.5, 0.25] as const
const DARKER = [0.13, 0.28, 0.45, 0.62] as const

/**
 * Derives the tints of one colour given as #rrggbb for light grounds: primary5 is the colour itself, the others are on straight lines in Oklab
 * towards white and towards a dark shade of the hue. Grounds of text: white, primary0 and primary1.
 */
export function deriveTints(color: string): Tints {
  const base = toOklab(color)
  const dark: Oklab = [0.08, base[1] * 0.35, base[2] * 0.35]
  const steps = [
    ...LIGHTER.map((share) => toHex(mix(base, WHITE, share))),
    color.toLowerCase(),
    ...DARKER.map((share) => toHex(mix(base, dark, share))),
  ]
  return { steps, ...textSafe(base, dark, color.toLowerCase(), steps[1] ?? '#ffffff') }
}

/** Lightness of each dark tint, with the same steps as in the light. */
const DARK_LIGHTNESS = [0.2, 0.25, 0.31, 0.39, 0.49, 0.62, 0.71, 0.79, 0.87, 0.93] as const
/** Share of the colour's chroma: deep grounds and pale texts have a trace of it. */
const DARK_CHROMA = [0.16, 0.24, 0.34, 0.5, 0.74, 1, 0.86, 0.64, 0.4, 0.2] as const
/** More chroma glares in the dark, or is out of gamut. */
const DARK_CHROMA_MAX = 0.14

/**
 * Derives the tints of the same colour for dark grounds. Their lightness is fixed, so that every colour gives an equally calm screen; hue and a share
 * of the chroma are the colour's. Grounds of text: primary0, primary1 and primary2.
 */
export function deriveDarkTints(color: string): Tints {
  const [, a, b] = toOklab(color)
  const chroma = Math.hypot(a, b)
  const share = Math.min(1, DARK_CHROMA_MAX / (chroma || 1))
  const steps = DARK_LIGHTNESS.map((lightness, index) => {
    const part = share * (DARK_CHROMA[index] ?? 0)
    return toHex([lightness, a * part, b * part])
  })
  const accent: Oklab = [0.62, a * share, b * share]
  return { steps, ...textSafe(accent, [0.98, 0, 0], steps[5] ?? '#ffffff', steps[2] ?? '#000000') }
}

/** The first colours from `base` to `end` that are readable on `ground`. */
function textSafe(base: Oklab, end: Oklab, first: string, ground: string): Pick<Tints, 'primaryDark' | 'primaryMore'> {
  return {
    primaryDark: firstAbove(TEXT_CONTRAST, base, end, first, ground),
    primaryMore: firstAbove(MORE_CONTRAST, base, end, first, ground),
  }
}

function firstAbove(contrast: number, base: Oklab, end: Oklab, first: string, ground: string): string {
  let found = first
  for (let share = 0; share <= 1 && contrastRatio(found, ground) < contrast; share += 0.02)
    found = toHex(mix(base, end, share))
  return found
}

const BLACK: Oklab = [0, 0, 0]

/** The colour, or the nearest one towards black or white, whichever has more contrast there, with at least 4.5:1 on a ground. Both as #rrggbb. */
export function readableOn(color: string, ground: string): string {
  const end = contrastRatio('#000000', ground) > contrastRatio('#ffffff', ground) ? BLACK : WHITE
  return firstAbove(TEXT_CONTRAST, toOklab(color), end, color.toLowerCase(), ground)
}

/** The names of the tints' custom properties: `--l…` for light grounds, then `--d…` for dark ones, in the order of `tintValues`. */
export const TINT_NAMES: readonly string[] = ['l', 'd'].flatMap((ground) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 'x', 'm'].map((step) => `--${ground}${step}`),
)

/** All tints of a colour in the order of `TINT_NAMES`; none for an invalid colour. */
export function tintValues(color: string): readonly string[] {
  if (!isHexColor(color)) return []
  return [deriveTints(color), deriveDarkTints(color)].flatMap(({ steps, primaryDark, primaryMore }) => [
    ...steps,
    primaryDark,
    primaryMore,
  ])
}

/** The tints as CSS declarations for a `:root` rule; ui/tokens.css chooses among them. */
export function tintDeclarations(color: string): string {
  return tintValues(color)
    .map((value, index) => `${TINT_NAMES[index]}:${value}`)
    .join(';')
}
