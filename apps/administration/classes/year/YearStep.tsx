import { useState } from 'react'
import type { TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import { schoolYear, TERM_NAME_LENGTH, YEAR_NAME_LENGTH } from '../../../../contract/school-year.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { TextField } from '../../../../src/app/ui/fields/TextField.tsx'
import { FormFailure } from '../../../../src/app/ui/form/FormFooter.tsx'
import { useTexts } from '../../portal-context.ts'
import { useAdministrationForm } from '../../use-change.ts'
import type { TurnDraft } from './turn-draft.ts'

type Year = TurnDraft['year']

/** The name and the days of the new year and of its terms. */
export function YearStep({
  current,
  year,
  onType,
  onNext,
}: {
  current: TurnState['current']
  year: Year
  onType: (year: Year) => void
  onNext: (year: Year) => void
}) {
  const t = useTexts()
  const [start] = useState({ ...year, terms: year.terms.map((term) => ({ ...term })) })
  const form = useAdministrationForm({
    schema: schoolYear,
    values: start,
    async submit(given) {
      const refuse = (field: string, code: 'year.name_taken' | 'year.too_early') =>
        new PortalError(code, { fields: [{ field, code }] })
      if (given.name === current.name) throw refuse('name', 'year.name_taken')
      if (current.endsOn !== null && given.startsOn <= current.endsOn) throw refuse('startsOn', 'year.too_early')
      onNext(given)
    },
  })
  const day = (name: 'startsOn' | 'endsOn' | `terms.${number}.startsOn` | `terms.${number}.endsOn`) => (
    <TextField
      {...form.field(name)}
      type="date"
      label={t(name.endsWith('startsOn') ? 'year.from' : 'year.to')}
      min="2000-01-01"
      max="2099-12-31"
    />
  )
  return (
    <form {...form.props} className="app-card ad-year__form k-form" onChange={() => onType(form.getValues())}>
      <p className="ad-soft">{t('year.present', { name: current.name || t('none') })}</p>
      <div className="ad-year__days">
        <TextField {...form.field('name')} label={t('year.name')} maxLength={YEAR_NAME_LENGTH} autoComplete="off" />
        {day('startsOn')}
        {day('endsOn')}
      </div>
      {year.terms.map((_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- terms have no identifier, and stay in their order
        <fieldset key={at} className="ad-year__term">
          <legend>{t('year.term', { number: at + 1 })}</legend>
          <div className="ad-year__days">
            <TextField
              {...form.field(`terms.${at}.name`)}
              label={t('year.termName')}
              maxLength={TERM_NAME_LENGTH}
              autoComplete="off"
            />
            <TextField
              {...form.field(`terms.${at}.englishName`)}
              label={t('structure.englishName')}
              maxLength={TERM_NAME_LENGTH}
              autoComplete="off"
            />
            {day(`terms.${at}.startsOn`)}
            {day(`terms.${at}.endsOn`)}
          </div>
        </fieldset>
      ))}
      <FormFailure failure={form.failure} />
      <div className="ad-year__foot">
        <Button kind="primary" type="submit">
          {t('year.next')}
        </Button>
      </div>
    </form>
  )
}
