import type { Language } from '../../../contract/envelope.ts'
import { nameIn } from '../portal-context.ts'
import { className } from './class-name.ts'

type Named = { readonly name: string; readonly englishName: string }

/** Campuses, grades or the like to choose from, by the identifiers in their property `key`. */
export const namedOptions = <Key extends string>(
  all: readonly (Named & Readonly<Record<Key, string>>)[],
  key: Key,
  language: Language,
) => all.map((one) => [one[key], nameIn(one, language)] as const)

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
