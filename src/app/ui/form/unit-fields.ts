import * as z from 'zod/mini'
import { setupUnit } from '../../../../contract/endpoints/units/setup.ts'
import { isErrorCode } from '../../../../contract/error-texts.ts'
import { DEFAULT_THEME_COLOR } from '../../../../contract/limits.ts'
import { suggestYear, TERM_NAMES } from '../../../../contract/rules/school-year.ts'
import { fieldCheck, type FieldProblem } from '../../../../contract/rules/fields/field-problems.ts'

// A unit as it is typed, at the first run and by the operator.

/** The fields as they are typed. */
export const unitFields = z.object({
  type: z.literal(['school', 'area']),
  name: z.string(),
  englishName: z.string(),
  host: z.string(),
  /** Lines of `name / English name`. */
  campuses: z.string(),
  yearName: z.string(),
  yearFrom: z.string(),
  yearTo: z.string(),
  term0From: z.string(),
  term0To: z.string(),
  term1From: z.string(),
  term1To: z.string(),
  themeColor: z.string(),
})
export type UnitFields = z.infer<typeof unitFields>

/** `host`: suggested for it. `day`: today, YYYY-MM-DD. */
export function emptyUnit(host: string, day: string): UnitFields {
  const { name, startsOn, endsOn, terms } = suggestYear(day)
  return {
    type: 'school',
    name: '',
    englishName: '',
    host,
    campuses: '主校区 / Main campus',
    yearName: name,
    yearFrom: startsOn,
    yearTo: endsOn,
    term0From: terms[0]?.startsOn ?? '',
    term0To: terms[0]?.endsOn ?? '',
    term1From: terms[1]?.startsOn ?? '',
    term1To: terms[1]?.endsOn ?? '',
    themeColor: DEFAULT_THEME_COLOR,
  }
}

/** The unit as it is sent. */
export function unitOf(fields: UnitFields) {
  const { type, name, englishName, host, campuses, yearName, yearFrom, yearTo, themeColor } = fields
  return {
    type,
    name,
    englishName,
    themeColor,
    hosts: [host],
    campuses: campuses
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [own = '', english = ''] = line.split('/').map((part) => part.trim())
        return { name: own, englishName: english || own }
      }),
    year: {
      name: yearName,
      startsOn: yearFrom,
      endsOn: yearTo,
      terms: [
        { ...TERM_NAMES[0], startsOn: fields.term0From, endsOn: fields.term0To },
        { ...TERM_NAMES[1], startsOn: fields.term1From, endsOn: fields.term1To },
      ],
    },
  }
}

/** The problems of the unit at the fields in which it is typed. */
export function checkUnit(fields: UnitFields): FieldProblem[] {
  const { error } = setupUnit.safeParse(unitOf(fields))
  return (error?.issues ?? []).map(({ path, message }) => {
    const isDate = /From$|To$/.test(unitField(path.join('.')))
    const code = isErrorCode(message) ? message : isDate ? 'field.date' : 'field.too_long'
    return { field: unitField(path.join('.')), code }
  })
}

/** The field in which a part of the unit is typed. */
export function unitField(path: string): string {
  const [first = '', second = '', at = '', last = ''] = path.split('.')
  const ends: Readonly<Record<string, string>> = { startsOn: 'From', endsOn: 'To' }
  if (first === 'hosts') return 'host'
  if (first !== 'year') return first
  if (second === 'terms') return `term${at}${ends[last] ?? 'From'}`
  return `year${ends[second] ?? 'Name'}`
}

/** The fields as a form checks them. */
export const unitForm = unitFields.check(fieldCheck((values: UnitFields) => checkUnit(values)))
