import { foldText } from '../text/fold-text.ts'

/** Letters and digits of a card's number. Personal codes have eight digits. */
export const CARD_LENGTH = { least: 4, most: 20 } as const

const NUMBER = new RegExp(`^[A-Z\\d]{${CARD_LENGTH.least},${CARD_LENGTH.most}}$`)

/**
 * The number of a card, or a personal code, as it is stored and compared: capital letters and digits, without spaces. Null for what has anything else in it, or
 * another length: a number of which a part is left out may be another person's.
 */
export function readCardNumber(written: string): string | null {
  // Folding drops it, and a text that has one is broken.
  if (written.includes('\u0000')) return null
  const folded = foldText(written).replaceAll(' ', '').toUpperCase()
  return NUMBER.test(folded) ? folded : null
}
