import { IMPORT_FIELDS, type ImportTable } from '../../../../contract/rules/imports/import-fields.ts'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'

// oxlint-disable-next-line no-control-regex -- finding control characters is its purpose
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu

/** A text as it is stored to be shown: the database takes neither a null nor half a character, in which a cut may end. */
export const shownText = (text: string, length: number) => text.slice(0, length).replaceAll(CONTROL_CHARACTERS, '')

/** Why a text cannot be stored: it has more than `most` characters, or control characters. */
export function findTextProblem(
  text: string,
  most: number,
): { readonly code: ImportProblem; readonly value: string; readonly params: Record<string, string> } | undefined {
  if ([...text].length > most) return { code: 'too_long', value: text, params: { most: String(most) } }
  return text.search(CONTROL_CHARACTERS) !== -1 ? { code: 'bad_text', value: '', params: {} } : undefined
}

/** Refuses and deletes the values that are too long for their field or have control characters. All kinds of files use it. */
export function checkTexts(
  table: ImportTable,
  values: Record<string, string | undefined>,
  {
    refuse,
  }: { readonly refuse: (field: string, value: string, ...said: [ImportProblem, Record<string, string>]) => unknown },
): void {
  for (const [field, text] of Object.entries(values)) {
    const problem = text === undefined ? undefined : findTextProblem(text, IMPORT_FIELDS[table][field]?.most ?? 0)
    if (!problem) continue
    refuse(field, problem.value, problem.code, problem.params)
    delete values[field]
  }
}
