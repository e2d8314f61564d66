import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as publications from '../../../contract/endpoints/messages/publications.ts'
import { type Publication, publicationFields } from '../../../contract/endpoints/messages/publications.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { useDeviceChoice } from '../../../src/app/micro-apps/use-device-choice.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { useNewIds } from '../../../src/app/ui/form/use-new-ids.ts'
import { useTexts, useLocale } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { PortalError } from '../../../contract/portal-error.ts'
import { AudienceField } from './AudienceField.tsx'
import { FilesField } from './FilesField.tsx'
import {
  applicationLink,
  countRequest,
  draftFields,
  draftOf,
  EMPTY_DRAFT,
  fieldsOf,
  hasText,
  isNobody,
  keptPerson,
  presetDraft,
  type Draft,
  type Preset,
} from './message-draft.ts'
import { AddressField, KindField, SendFooter, TimeFields, WordingFields } from './MessageFields.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { usePublicationCalls, useWritesToClasses } from './publication-calls.ts'
import { useUrgentQuestion } from './use-urgent-question.tsx'

/** Milliseconds after the last key before the draft is stored. */
const STORE_PAUSE = 300

/** Writes a message or a to-do, or changes one that waits for its time. */
export default function ComposePage() {
  const t = useTexts()
  const { options, findPerson, show } = usePublicationCalls()
  const toClasses = useWritesToClasses()
  const { publicationId = null } = useParams()
  const [params] = useSearchParams()
  const userId = publicationId === null ? params.get('person') : null
  const known = useEndpoint(options, {})
  const changed = useEndpoint(show, publicationId === null ? null : { publicationId })
  const person = useEndpoint(findPerson, userId === null ? null : { userId })
  const [stored, setStored] = useDeviceChoice<Draft>('message_draft', draftFields, EMPTY_DRAFT)
  return (
    <>
      <PageHead
        title={t(publicationId === null ? 'messages.new' : 'messages.change')}
        back={{ label: t('section.messages'), to: '/messages' }}
      />
      <Loaded query={known}>
        {(found) => {
          const ownClasses = toClasses ? found.classes.map(({ classId }) => classId) : null
          if (ownClasses?.length === 0)
            return <NoDataCard title={t('messages.noClass.title')} hint={t('messages.noClass.hint')} />
          const form = (publication: Publication | null, receiver: Preset['person'] = null) => (
            <Form
              key={params.toString()}
              options={found}
              publication={publication}
              presetOf={(draft) => presetDraft(draft, { classId: params.get('class'), person: receiver }, ownClasses)}
              stored={stored}
              onStore={setStored}
            />
          )
          if (publicationId !== null) return <Loaded query={changed}>{(publication) => form(publication)}</Loaded>
          return userId === null ? (
            form(null)
          ) : (
            <Loaded query={person}>{(receiver) => form(null, receiver && keptPerson(receiver))}</Loaded>
          )
        }}
      </Loaded>
    </>
  )
}

function Form({
  options: known,
  publication,
  presetOf,
  stored,
  onStore,
}: {
  options: ResponseOf<typeof publications.options>
  /** Null for a new one, which is kept on this device until it is sent. */
  publication: Publication | null
  /** A draft with the audience that the address chooses. */
  presetOf: (draft: Draft) => Draft
  stored: Draft
  onStore: (draft: Draft) => void
}) {
  const calls = usePublicationCalls()
  const { t, nameOf } = useLocale()
  const navigate = useNavigate()
  const save = useChange(calls.save, {
    done: ({ recipients }, { sendAt }) =>
      t(sendAt === null ? 'messages.sent' : 'messages.scheduled', { count: recipients }),
  })
  const newIdOf = useNewIds()
  const isNew = publication === null
  const publicationId = publication?.publicationId ?? null
  const draftFrom = (of: Publication) => presetOf(draftOf(of, known.timeZone))
  // What the form began with.
  const [first] = useState(publication ? draftFrom(publication) : presetOf(stored))
  const [openedVersion] = useState(publication?.version ?? null)
  const sent = useRef(false)
  const isChanged = useRef(false)
  const form = useForm({
    schema: z.pipe(
      z.transform((draft: Draft) => fieldsOf(draft, known.timeZone)),
      publicationFields,
    ),
    values: first,
    record: { endpoint: calls.save, version: openedVersion, valuesOf: draftFrom },
    texts: {
      title: t('messages.titleMissing'),
      userTypes: t('messages.nobody'),
      sendAt: t('messages.timeMissing'),
      dueOn: t('messages.dayWrong'),
    },
    async submit(fields, version) {
      if (isNobody(fields.audience))
        throw new PortalError('message.nobody', { fields: [{ field: 'userTypes', code: 'message.nobody' }] })
      const saved = await save.mutateAsync({
        ...fields,
        publicationId,
        version,
        // A message that was changed since the last try is another one: the former may have been sent.
        ...(isNew && { newId: newIdOf(JSON.stringify(fields)) }),
      })
      sent.current = true
      if (isNew) onStore(EMPTY_DRAFT)
      void navigate(`/messages/${saved.publicationId}`)
    },
  })
  const draft = form.watch()
  const count = useEndpoint(calls.countAudience, countRequest(draft))
  const recipients = count.isPlaceholderData ? undefined : count.data?.recipients
  const isTodo = draft.kind === 'todo'
  const { onSubmit, question } = useUrgentQuestion(form, draft, recipients)

  const text = JSON.stringify(draft)
  useEffect(() => {
    if (!isNew || sent.current) return undefined
    // What the address chooses is no draft yet.
    isChanged.current ||= text !== JSON.stringify(first)
    if (!isChanged.current) return undefined
    const timer = setTimeout(() => {
      if (!sent.current) onStore(draft)
    }, STORE_PAUSE)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- stored when what was written is another
  }, [text])

  const empty = presetOf(EMPTY_DRAFT)
  const discard = () => {
    form.reset(empty)
    onStore(EMPTY_DRAFT)
  }

  return (
    <div className="ad-compose">
      <form {...form.props} onSubmit={onSubmit} className="k-card k-form">
        <KindField kind={draft.kind} onChange={(kind) => form.change('kind', kind)} />
        <AudienceField
          options={known}
          chosen={draft}
          error={form.errorOf('userTypes')}
          onChange={(change) => {
            form.changeAll(change)
            // A class, a role or a person answers it as well.
            form.clearErrors('userTypes')
          }}
        />
        <p className="ad-reach" role="status" data-none={recipients === 0 || undefined}>
          {recipients === undefined
            ? count.isError
              ? failureCode(count.error) === 'publication.not_own_class'
                ? failureText(count.error)
                : t('messages.notCounted')
              : t('messages.counting')
            : recipients === 0
              ? t('messages.nobody')
              : t('messages.reach', { count: recipients })}
        </p>
        <WordingFields
          draft={draft}
          hasText={hasText(draft)}
          fieldOf={(name) => form.field(name)}
          onImportance={(importance) => form.change('importance', importance)}
        >
          {isTodo && (
            <SelectField
              {...form.field('asks')}
              label={t('messages.asks')}
              options={(['', 'done', 'sign', 'reply'] as const).map((one) => [
                one,
                t(`messages.asksFor.${one || 'none'}`),
              ])}
            />
          )}
        </WordingFields>
        <SelectField
          {...form.field('link')}
          label={t('messages.link')}
          options={[
            ['', t('messages.links.none')],
            ['web', t('messages.links.web')],
            ...known.applications.map((one) => [applicationLink(one.code), nameOf(one)] as const),
          ]}
        />
        {draft.link === 'web' && <AddressField {...form.field('url')} />}
        {!isTodo && (
          <SwitchField
            label={t('messages.mayReply')}
            hint={t('messages.mayReplyHint')}
            checked={draft.asks === 'reply'}
            onChange={(event) => form.change('asks', event.currentTarget.checked ? 'reply' : '')}
          />
        )}
        {!isTodo && (
          <FilesField
            files={draft.files}
            onAdd={(file) => form.change('files', [...form.getValues('files'), file])}
            onRemove={(fileId) =>
              form.change(
                'files',
                form.getValues('files').filter((one) => one.fileId !== fileId),
              )
            }
          />
        )}
        <TimeFields
          when={draft.when}
          zone={t('messages.zone', { zone: known.timeZone })}
          fieldOf={(name) => form.field(name)}
          onWhen={(when) => form.change('when', when)}
        />
        <SendFooter form={form} when={draft.when} recipients={recipients}>
          {isNew && text !== JSON.stringify(empty) && <Button onClick={discard}>{t('messages.discard')}</Button>}
          {isNew && <span className="k-field__hint">{t('messages.kept')}</span>}
        </SendFooter>
      </form>
      <MessagePreview draft={draft} />
      {question}
    </div>
  )
}
