import * as z from 'zod/mini'
import { SEALED_FIELDS, type SealedField } from '../../../../contract/people/fields.ts'
import { maskIdCards, maskNumber, readIdCard } from '../../../../contract/rules/fields/id-card.ts'
import type { Vault } from '../../../runtime/vault.ts'

const SEALED: ReadonlySet<string> = new Set(SEALED_FIELDS)
/** Numbers of the school's own, which are shown everywhere and may look like identity numbers. */
const OWN_NUMBERS: ReadonlySet<string> = new Set(['number', 'loginName'])

/** What is shown of a cell, by the field of its column ('' where it has none), with identity numbers masked wherever they stand. */
export function maskCell(field: string, text: string): string {
  if (text === '' || OWN_NUMBERS.has(field)) return text
  return SEALED.has(field) || readIdCard(text) ? maskNumber(text.trim()) : maskIdCards(text)
}

/** A sealed number in the rows of an import, both as hexadecimal digits; equal numbers of a unit have equal keys. */
export const sealedNumber = z.object({ key: z.string(), sealed: z.string() })
export type SealedNumber = z.infer<typeof sealedNumber>

export type NumberSeal = ReturnType<typeof createNumberSeal>

/** Seals and opens the numbers of one unit. */
export function createNumberSeal(vault: Vault, unitId: string) {
  const label = (field: SealedField) => `${field} ${unitId}`
  return {
    /** `compared`: the number in the one form in which it is looked for. */
    seal: (field: SealedField, number: string, compared: string): SealedNumber => ({
      key: vault.mark(compared, label(field)).toString('hex'),
      sealed: vault.seal(number, label(field)).toString('hex'),
    }),
    /** `sealed` is hexadecimal. Throws when it is of another unit or field. */
    open: (field: SealedField, sealed: string) => vault.open(Buffer.from(sealed, 'hex'), label(field)),
  }
}
