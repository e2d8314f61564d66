import { CLASS_FIELDS, PEOPLE_FIELDS } from '../../../../contract/rules/imports/import-fields.ts'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import type { ValueReader } from './read-values.ts'

const LIMITS: Readonly<Record<'people' | 'classes', Readonly<Record<string, { readonly most: number }>>>> = {
  people: PEOPLE_FIELDS,
  classes: CLASS_FIELDS,
}

// oxlint-disable-next-line no-control-regex -- finding control characters is its purpose
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** Why a text cannot be stored: it has more than `most` characters, or control characters. */
export function findTextProblem(
  text: string,
  most: number,
): { readonly code: ImportProblem; readonly value: string; readonly params: Record<string, string> } | undefined {
  if ([...text].length > most) return { code: 'too_long', value: text, params: { most: String(most) } }
  return CONTROL_CHARACTERS.test(text) ? { code: 'bad_text', value: '', params: {} } : undefined
}

/** Refuses and deletes the values that are too long for their field or have control characters. All kinds of files use it. */
export function checkTexts(
  table: 'people' | 'classes',
  values: Record<string, string | undefined>,
  { refuse }: Pick<ValueReader, 'refuse'>,
): void {
  for (const [field, text] of Object.entries(values)) {
    const problem = text === undefined ? undefined : findTextProblem(text, LIMITS[table][field]?.most ?? 0)
    if (!problem) continue
    refuse(field, problem.value, problem.code, problem.params)
    delete values[field]
  }
}
