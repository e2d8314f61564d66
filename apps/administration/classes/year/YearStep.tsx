import { useState } from 'react'
import type { TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import { schoolYear } from '../../../../contract/school-year.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { FormFailure } from '../../../../src/app/ui/form/FormFooter.tsx'
import { Card } from '../../../../src/app/ui/record/Card.tsx'
import { useTexts } from '../../portal-context.ts'
import type { TurnDraft } from './turn-draft.ts'
import { YearFields } from './YearFields.tsx'

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
  const form = useForm({
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
  return (
    <Card form={form.props} onChange={() => onType(form.getValues())}>
      <p className="k-soft">{t('year.present', { name: current.name || t('none') })}</p>
      <YearFields label={t('year.name')} field={(name) => form.field(name)} terms={year.terms.length} />
      <FormFailure failure={form.failure} />
      <div className="ad-line ad-year__foot">
        <Button kind="primary" type="submit">
          {t('year.next')}
        </Button>
      </div>
    </Card>
  )
}
