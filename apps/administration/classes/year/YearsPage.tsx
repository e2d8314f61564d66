import { useState } from 'react'
import * as z from 'zod/mini'
import {
  listYears,
  renameYear,
  saveYear,
  type PresentYear,
  type Years,
} from '../../../../contract/endpoints/people/school-year.ts'
import { filled } from '../../../../contract/fields.ts'
import { editedYear, TERMS_MAX, YEAR_NAME_LENGTH } from '../../../../contract/school-year.ts'
import { useChange } from '../../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { TextField } from '../../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../../src/app/ui/form/FormDialog.tsx'
import { FormFooter } from '../../../../src/app/ui/form/FormFooter.tsx'
import { useDay, useTexts } from '../../portal-context.ts'
import { Card } from '../../../../src/app/ui/record/Card.tsx'
import { PageHead } from '../../../../src/app/ui/record/PageHead.tsx'
import { YearFields } from './YearFields.tsx'

/** The present year and its terms, to be edited without a turn, and the names of the other years. */
export default function YearsPage() {
  const t = useTexts()
  const query = useEndpoint(listYears, {})
  return (
    <>
      <PageHead
        title={t('years.title')}
        hint={t('years.hint')}
        back={{ label: t('section.classes'), to: '/classes' }}
      />
      <Loaded query={query}>
        {({ present, others }) => (
          <>
            <Present of={present} />
            <Others of={others} />
          </>
        )}
      </Loaded>
    </>
  )
}

type Terms = z.infer<typeof editedYear>['terms']

const valuesOf = ({ name, startsOn, endsOn, terms }: PresentYear) => ({ name, startsOn, endsOn, terms })

function Present({ of: year }: { of: PresentYear }) {
  const t = useTexts()
  const day = useDay()
  const save = useChange(saveYear, { done: (_, sent) => t('form.saved', { name: sent.year.name }) })
  const listed = (terms: Terms) =>
    terms
      .map(({ name, englishName, startsOn, endsOn }) =>
        t('years.termShown', { name, englishName, from: day(startsOn), to: day(endsOn) }),
      )
      .join(t('comma'))
  const form = useForm({
    schema: editedYear,
    values: valuesOf(year),
    record: {
      endpoint: saveYear,
      version: year.version,
      valuesOf,
      show: { terms: { label: t('years.terms'), text: listed } },
    },
    fieldAt: (field) => field.replace(/^year\./, ''),
    submit: (given, version) => save.mutateAsync({ year: given, version: version ?? '' }),
  })
  const rows = form.watch('terms')
  const remove = (at: number) =>
    form.change(
      'terms',
      form.getValues('terms').filter((_, place) => place !== at),
    )
  const add = () => {
    const { terms, endsOn } = form.getValues()
    form.change('terms', [...terms, { termId: null, name: '', englishName: '', startsOn: '', endsOn }])
  }
  return (
    <Card title={t('years.present')} form={form.props}>
      {year.yearId === null && <p className="k-soft">{t('years.suggested')}</p>}
      <YearFields
        label={t('years.name')}
        field={(name) => form.field(name)}
        terms={rows.length}
        onRemove={rows.length > 1 ? remove : null}
      />
      <FormFooter form={form}>
        {rows.length < TERMS_MAX && <Button onClick={add}>{t('years.addTerm')}</Button>}
      </FormFooter>
    </Card>
  )
}

type Other = Years['others'][number]

function Others({ of: years }: { of: readonly Other[] }) {
  const t = useTexts()
  const day = useDay()
  const [renamed, setRenamed] = useState<Other | null>(null)
  return (
    <Card title={t('years.others')}>
      {years.length === 0 ? (
        <p className="k-soft">{t('years.none')}</p>
      ) : (
        <ul className="ad-lines">
          {years.map((one) => (
            <li key={one.yearId}>
              <div>
                <p>{one.name}</p>
                <p className="k-soft">
                  {t('attendance.calendar.span', { from: day(one.startsOn), to: day(one.endsOn) })}
                </p>
              </div>
              <Button
                needsNetwork
                aria-label={t('years.renameNamed', { name: one.name })}
                onClick={() => setRenamed(one)}
              >
                {t('years.rename')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {renamed && <RenameDialog year={renamed} onClose={() => setRenamed(null)} />}
    </Card>
  )
}

const renaming = z.object({ name: filled(YEAR_NAME_LENGTH) })

function RenameDialog({ year: { yearId, name }, onClose }: { year: Other; onClose: () => void }) {
  const t = useTexts()
  const rename = useChange(renameYear, { done: (_, sent) => t('form.saved', { name: sent.name }) })
  const form = useForm({
    schema: renaming,
    values: { name },
    async submit(given) {
      await rename.mutateAsync({ yearId: yearId ?? '', ...given })
      onClose()
    },
  })
  return (
    <FormDialog title={t('years.renameNamed', { name })} form={form} onClose={onClose}>
      <TextField {...form.field('name')} label={t('years.name')} />
    </FormDialog>
  )
}
