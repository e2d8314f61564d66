import type { Language } from '../../../contract/envelope.ts'
import { nameIn } from '../portal-context.ts'
import { className } from './class-name.ts'

type Named = { readonly name: string; readonly englishName: string }

/** Campuses, grades or the like to choose from, by the identifiers that `idOf` returns. */
export const namedOptions = <T extends Named>(all: readonly T[], idOf: (one: T) => string, language: Language) =>
  all.map((one) => [idOf(one), nameIn(one, language)] as const)

/** Classes to choose from, by their identifiers. */
export const classOptions = (
  {
    grades,
    classes,
  }: Parameters<typeof className>[0] & {
    readonly classes: readonly (Parameters<typeof className>[1] & { readonly classId: string })[]
  },
  language: Language,
) => classes.map((one) => [one.classId, className({ grades }, one, language)] as const)
