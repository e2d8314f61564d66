import { Button } from '../../../../src/app/ui/Button.tsx'
import { TextField } from '../../../../src/app/ui/fields/TextField.tsx'
import type { FieldInput } from '../../../../src/app/ui/form/use-form.ts'
import { useTexts } from '../../portal-context.ts'

type DayName = 'startsOn' | 'endsOn' | `terms.${number}.startsOn` | `terms.${number}.endsOn`
export type YearFieldName = 'name' | DayName | `terms.${number}.name` | `terms.${number}.englishName`

/** The name and the days of a year and of its terms. With `onRemove` each term can be deleted. */
export function YearFields({
  label,
  field,
  terms,
  onRemove = null,
}: {
  /** Of the name. */
  label: string
  field: (name: YearFieldName) => FieldInput
  /** How many. */
  terms: number
  onRemove?: ((at: number) => void) | null
}) {
  const t = useTexts()
  const day = (name: DayName) => (
    <TextField
      {...field(name)}
      type="date"
      label={t(name.endsWith('startsOn') ? 'year.from' : 'year.to')}
      min="2000-01-01"
      max="2099-12-31"
    />
  )
  return (
    <>
      <div className="ad-year__days">
        <TextField {...field('name')} label={label} />
        {day('startsOn')}
        {day('endsOn')}
      </div>
      {Array.from({ length: terms }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- terms have no identifier, and stay in their order
        <fieldset key={at} className="ad-year__term">
          <legend>{t('year.term', { number: at + 1 })}</legend>
          <div className="ad-year__days">
            <TextField {...field(`terms.${at}.name`)} label={t('year.termName')} />
            <TextField {...field(`terms.${at}.englishName`)} label={t('structure.englishName')} />
            {day(`terms.${at}.startsOn`)}
            {day(`terms.${at}.endsOn`)}
          </div>
          {onRemove && (
            <Button aria-label={t('years.removeTerm', { number: at + 1 })} onClick={() => onRemove(at)}>
              {t('years.deleteTerm')}
            </Button>
          )}
        </fieldset>
      ))}
    </>
  )
}
