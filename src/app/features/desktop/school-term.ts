import type { TFunction } from 'i18next'

/** Two years as units have them: 2026-2027. */
const YEARS = /^(\d{4})\s*[-–—~～]\s*(\d{4})$/

/** The school year and term of a person's unit in words; null where the unit has no year, as an area office. A year of another form stands as the school has named it. */
export function schoolTerm(t: TFunction<'shell'>, { year, term }: { year: string; term: string }): string | null {
  const name = year.trim()
  if (name === '') return null
  const [, from, to] = YEARS.exec(name) ?? []
  const yearText = from !== undefined && to !== undefined ? t('schoolTerm.year', { from, to }) : name
  if (term !== '1' && term !== '2' && term !== '3') return yearText
  return t('schoolTerm.both', { year: yearText, term: t(`schoolTerm.${term}`) })
}
