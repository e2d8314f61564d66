import './schools.css'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import { areaMessageFields, type School } from '../../../contract/endpoints/units/areas.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { useNewIds } from '../../../src/app/ui/form/use-new-ids.ts'
import { momentText } from '../messages/message-draft.ts'
import { useUrgentQuestion } from '../messages/use-urgent-question.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { AddressField, KindField, SendFooter, TimeFields, WordingFields } from '../messages/MessageFields.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { formatNumber } from '../../../src/app/ui/format/format.ts'

const USER_TYPES = [1, 3, 2, 4] as const

/** Writes a message to people of several schools. */
export default function SchoolComposePage() {
  const t = useTexts()
  const query = useEndpoint(areas.schools, {})
  const known = useEndpoint(areas.options, {})
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
            <NoDataCard title={t('schools.none.title')} hint={t('schools.none.hint')} />
          ) : (
            <Loaded query={known}>{({ timeZone }) => <Form schools={open} timeZone={timeZone} />}</Loaded>
          )
        }}
      </Loaded>
    </>
  )
}

interface Draft {
  unitIds: string[]
  userTypes: (typeof USER_TYPES)[number][]
  title: string
  englishTitle: string
  text: string
  englishText: string
  importance: number
  url: string
  kind: 'message' | 'todo'
  dueOn: string
  when: 'now' | 'later'
  /** The day and the time of sending, in the office's time zone. */
  sendAt: string
  sendTime: string
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
  kind: 'message',
  dueOn: '',
  when: 'now',
  sendAt: '',
  sendTime: '08:00',
}

/** What is sent of a draft. */
function fieldsOf({ when, sendTime, ...draft }: Draft, timeZone: string): RequestOf<typeof areas.sendMessage> {
  const { kind, dueOn, url } = draft
  return {
    ...draft,
    url: url.trim() === '' ? null : url.trim(),
    dueOn: kind === 'todo' && dueOn !== '' ? dueOn : null,
    sendAt: when === 'now' ? null : momentText({ sendAt: draft.sendAt, sendTime }, timeZone),
  }
}

function Form({ schools: known, timeZone }: { schools: readonly School[]; timeZone: string }) {
  const { t, nameOf, language } = useLocale()
  const navigate = useNavigate()
  const send = useChange(areas.sendMessage, {
    done: ({ recipients }, { sendAt }) =>
      t(sendAt === null ? 'schools.messages.sent' : 'messages.scheduled', { count: recipients }),
  })
  const newIdOf = useNewIds()
  const form = useForm({
    schema: z.pipe(
      z.transform((draft: Draft) => fieldsOf(draft, timeZone)),
      areaMessageFields,
    ),
    values: EMPTY,
    texts: {
      title: t('messages.titleMissing'),
      sendAt: t('messages.timeMissing'),
      dueOn: t('messages.dayWrong'),
    },
    async submit(fields) {
      const sent = await send.mutateAsync({ ...fields, newId: newIdOf(JSON.stringify(fields)) })
      void navigate(`/schools/messages/${sent.areaPublicationId}`)
    },
  })
  const draft = form.watch()
  const isChosen = draft.unitIds.length > 0 && draft.userTypes.length > 0
  const counted = useEndpoint(
    areas.count,
    isChosen ? { unitIds: draft.unitIds.join(','), userTypes: draft.userTypes.join(',') } : null,
  )
  const counts = !isChosen || counted.isPlaceholderData ? undefined : counted.data
  const recipients = counts?.reduce((sum, one) => sum + one.recipients, 0)
  const { onSubmit, question } = useUrgentQuestion(form, draft, recipients)
  return (
    <>
      <form {...form.props} onSubmit={onSubmit} className="k-card k-form">
        <KindField kind={draft.kind} onChange={(kind) => form.change('kind', kind)} />
        <ChoicesField
          type="checkbox"
          name="unitIds"
          label={t('schools.messages.schools')}
          error={form.field('unitIds').error}
          chosen={draft.unitIds}
          options={known.map((school) => [school.unitId, nameOf(school)])}
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
          options={USER_TYPES.map((type) => [type, t(`types.${type}`)])}
          onChange={(userTypes) => form.change('userTypes', userTypes)}
        />
        <div className="ad-reach" role="status" data-none={recipients === 0 || undefined}>
          <p>
            {!isChosen
              ? t('schools.messages.choose')
              : recipients === undefined
                ? t(counted.isError ? 'schools.messages.notCounted' : 'messages.counting')
                : recipients === 0
                  ? t('schools.messages.nobody')
                  : t('schools.messages.reach', { count: recipients })}
          </p>
          {counts && counts.length > 1 && (
            <ul className="ad-school-counts">
              {counts.map((one) => {
                const school = known.find(({ unitId }) => unitId === one.unitId)
                const name = school ? nameOf(school) : ''
                return (
                  <li key={one.unitId}>
                    {t('schools.messages.reachIn', { name, count: formatNumber(one.recipients, language) })}
                  </li>
                )
              })}
            </ul>
          )}
        </div>
        <WordingFields
          draft={draft}
          hasText={draft.kind === 'message'}
          fieldOf={(name) => form.field(name)}
          onImportance={(importance) => form.change('importance', importance)}
        />
        <AddressField {...form.field('url')} />
        <TimeFields
          when={draft.when}
          zone={t('schools.messages.zone', { zone: timeZone })}
          fieldOf={(name) => form.field(name)}
          onWhen={(when) => form.change('when', when)}
        />
        <SendFooter form={form} when={draft.when} recipients={recipients} />
      </form>
      {question}
    </>
  )
}
