import './schools.css'
import PaperPlane from '@phosphor-icons/core/regular/paper-plane-tilt.svg?react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { areaMessageFields, count, schools, sendMessage, type School } from '../../../contract/endpoints/areas.ts'
import { PUBLICATION_LIMITS } from '../../../contract/endpoints/publications.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../PageHead.tsx'
import { nameIn, useLanguage, useOnline, usePortal, useTexts } from '../portal-context.ts'
import { useAdministrationForm, useSend } from '../use-change.ts'

const IMPORTANCES = [1, 2, 3, 4, 5] as const
const USER_TYPES = [1, 3, 2, 4] as const

/** Writes a message to people of several schools. */
export default function SchoolComposePage() {
  const t = useTexts()
  const query = useEndpoint(schools, {})
  return (
    <>
      <PageHead
        title={t('schools.messages.new')}
        hint={t('schools.messages.hint')}
        back={{ label: t('schools.messages.title'), to: '/schools/messages' }}
      />
      <Loaded query={query}>
        {(found) => {
          const open = found.filter(({ active }) => active)
          return open.length === 0 ? (
            <div className="app-card ad-card">
              <NoData title={t('schools.none.title')} hint={t('schools.none.hint')} />
            </div>
          ) : (
            <Form schools={open} />
          )
        }}
      </Loaded>
    </>
  )
}

const { url, ...plain } = areaMessageFields.shape
const draftSchema = z.object({
  ...plain,
  url: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => (typed.trim() === '' ? null : typed.trim())),
    ),
    url,
  ),
})

interface Draft {
  unitIds: string[]
  userTypes: (typeof USER_TYPES)[number][]
  title: string
  englishTitle: string
  text: string
  englishText: string
  importance: number
  url: string
}

const EMPTY: Draft = {
  unitIds: [],
  userTypes: [],
  title: '',
  englishTitle: '',
  text: '',
  englishText: '',
  importance: 1,
  url: '',
}

function Form({ schools: known }: { schools: readonly School[] }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const portal = usePortal()
  const navigate = useNavigate()
  const send = useSend()
  const form = useAdministrationForm({
    schema: draftSchema,
    values: EMPTY,
    texts: { title: t('messages.titleMissing') },
    async submit(fields) {
      const sent = await send(sendMessage, fields)
      portal.notify('success', t('schools.messages.sent', { count: sent.recipients }))
      void navigate(`/schools/messages/${sent.areaPublicationId}`)
    },
  })
  const draft = form.watch()
  const isChosen = draft.unitIds.length > 0 && draft.userTypes.length > 0
  const counted = useEndpoint(
    count,
    isChosen ? { unitIds: draft.unitIds.join(','), userTypes: draft.userTypes.join(',') } : null,
  )
  const counts = !isChosen || counted.isPlaceholderData ? undefined : counted.data
  const recipients = counts?.reduce((sum, one) => sum + one.recipients, 0)
  return (
    <form {...form.props} className="k-form app-card ad-group">
      <ChoicesField
        type="checkbox"
        name="unitIds"
        label={t('schools.messages.schools')}
        error={form.field('unitIds').error}
        chosen={draft.unitIds}
        options={known.map((school) => [school.unitId, nameIn(school, language)])}
        onChange={(unitIds) => form.change('unitIds', unitIds)}
      />
      {known.length > 1 && (
        <div className="k-buttons">
          <Button
            onClick={() =>
              form.change(
                'unitIds',
                known.map(({ unitId }) => unitId),
              )
            }
          >
            {t('schools.messages.all')}
          </Button>
          <Button onClick={() => form.change('unitIds', [])}>{t('schools.messages.noneChosen')}</Button>
        </div>
      )}
      <ChoicesField
        type="checkbox"
        name="userTypes"
        label={t('schools.messages.types')}
        error={form.field('userTypes').error}
        chosen={draft.userTypes}
        options={USER_TYPES.map((type) => [type, t(`type.${type}`)])}
        onChange={(userTypes) => form.change('userTypes', userTypes)}
      />
      <div className="ad-reach" role="status" data-none={recipients === 0 || undefined}>
        <p>
          {!isChosen
            ? t('schools.messages.choose')
            : recipients === undefined
              ? t(counted.isError ? 'schools.messages.notCounted' : 'schools.messages.counting')
              : recipients === 0
                ? t('schools.messages.nobody')
                : t('schools.messages.reach', { count: recipients })}
        </p>
        {counts && counts.length > 1 && (
          <ul className="ad-school-counts">
            {counts.map((one) => {
              const school = known.find(({ unitId }) => unitId === one.unitId)
              const name = school ? nameIn(school, language) : ''
              return (
                <li key={one.unitId}>
                  {t('schools.messages.reachIn', { name, count: one.recipients.toLocaleString(language) })}
                </li>
              )
            })}
          </ul>
        )}
      </div>
      <TextField
        {...form.field('title')}
        label={t('messages.title')}
        maxLength={PUBLICATION_LIMITS.title}
        autoComplete="off"
      />
      <LinesField {...form.field('text')} label={t('messages.text')} rows={6} maxLength={PUBLICATION_LIMITS.text} />
      <details className="ad-english">
        <summary>{t('messages.english')}</summary>
        <div className="k-form">
          <TextField
            {...form.field('englishTitle')}
            label={t('messages.englishTitle')}
            maxLength={PUBLICATION_LIMITS.title}
            autoComplete="off"
          />
          <LinesField
            {...form.field('englishText')}
            label={t('messages.englishText')}
            rows={4}
            maxLength={PUBLICATION_LIMITS.text}
          />
        </div>
      </details>
      <ChoicesField
        type="radio"
        name="importance"
        label={t('messages.importance')}
        chosen={[draft.importance]}
        options={IMPORTANCES.map((one) => [one, t(`messages.importances.${one}`)])}
        onChange={([chosen]) => chosen !== undefined && form.change('importance', chosen)}
      />
      <TextField
        {...form.field('url')}
        label={t('messages.url')}
        placeholder="https://"
        inputMode="url"
        maxLength={PUBLICATION_LIMITS.url}
        autoComplete="off"
      />
      <FormFailure failure={form.failure} />
      {!online && <p className="k-field__hint">{t('messages.offline')}</p>}
      <div className="k-form-footer">
        <Button kind="primary" type="submit" icon={PaperPlane} busy={form.busy} disabled={!online}>
          {t('schools.messages.send')}
        </Button>
      </div>
    </form>
  )
}
