import BellRinging from '@phosphor-icons/core/regular/bell-ringing.svg?react'
import Recall from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import { Link, useNavigate } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import type { Publication } from '../../../contract/endpoints/messages/publications.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint, useRecord } from '../../../src/app/micro-apps/use-endpoint.ts'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { className } from '../classes/class-name.ts'
import { useTexts, useLocale } from '../portal-context.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Card, CardColumns } from '../../../src/app/ui/record/Card.tsx'
import { Fact, FactsCard } from '../../../src/app/ui/record/Facts.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { usePublicationCalls, useWritesToClasses } from './publication-calls.ts'
import { Receipts } from './Receipts.tsx'
import { StateTag } from './StateTag.tsx'
import { useDates } from './use-dates.ts'

type Options = ResponseOf<typeof publications.options>
/** Milliseconds between two looks at one that is on its way. */
const LOOK_EVERY = 3000

/** One message or to-do: what it says, to whom, who has read it, and what can be done about it. */
export default function PublicationPage() {
  const { t, nameOf } = useLocale()
  const { options, show } = usePublicationCalls()
  const { query, isGone } = useRecord(show, 'publication.gone', {
    every: (of) => (of?.state === 'scheduled' || of?.state === 'sending' ? LOOK_EVERY : false),
  })
  const { data: known } = useEndpoint(options, {})
  return (
    <RecordPage
      record={query.data}
      isGone={isGone}
      title={t('messages.one')}
      back={{ label: t('section.messages'), to: '/messages' }}
      renderHeading={(found) => (
        <>
          {nameOf({ name: found.title, englishName: found.englishTitle })} <StateTag state={found.state} />
        </>
      )}
      renderActions={(found) => !found.office && <Actions of={found} />}
      gone={<NoDataCard title={t('messages.gone.title')} hint={t('messages.gone.hint')} />}
    >
      <Loaded query={query}>
        {(of) => (
          <>
            <OutsideNotice of={of} />
            <CardColumns>
              <Content of={of} />
              <PublicationFacts of={of} options={known} />
            </CardColumns>
            {!isWaiting(of) && <Receipts of={of} timeZone={known?.timeZone} />}
          </>
        )}
      </Loaded>
    </RecordPage>
  )
}

const isWaiting = ({ state }: Publication) => state === 'scheduled' || state === 'stopped'

/** Says why a publication was not or will not be sent. */
function OutsideNotice({ of }: { of: Publication }) {
  const t = useTexts()
  const toClasses = useWritesToClasses()
  const reason = of.state === 'stopped' ? 'stopped' : of.outside && of.state === 'scheduled' ? 'willStop' : null
  if (reason === null) return null
  const whose = of.office ? 'office' : !of.ofClasses ? 'author' : toClasses ? 'own' : 'other'
  return (
    <div className="app-notice" role="status">
      <span>{t(`messages.outside.${whose}.${reason}`)}</span>
    </div>
  )
}

function Actions({ of }: { of: Publication }) {
  const t = useTexts()
  const navigate = useNavigate()
  const calls = usePublicationCalls()
  const { publicationId, state, recipients, read } = of
  const remind = useChange(calls.remind, {
    done: ({ reminded }) => t('messages.reminded', { count: reminded }),
    failed: t('messages.notReminded'),
  })
  const cancel = useChange(calls.cancel, {
    done: t(state === 'stopped' ? 'messages.deleted' : 'messages.cancelled'),
  })
  const recall = useChange(calls.recall, { done: ({ recalled }) => t('messages.recalled', { count: recalled }) })

  return (
    <>
      {isWaiting(of) && (
        <>
          <Link className="k-button k-button--primary" to={`/messages/${publicationId}/edit`}>
            {t('action.edit')}
          </Link>
          <ConfirmButton
            question={t(state === 'stopped' ? 'messages.deleteQuestion' : 'messages.cancelQuestion')}
            hint={t('messages.cancelHint')}
            action={t(state === 'stopped' ? 'action.delete' : 'messages.cancel')}
            change={() => cancel.mutateAsync({ publicationId }).then(() => navigate('/messages'))}
          />
        </>
      )}
      {state === 'sent' && read < recipients && (
        <Button icon={BellRinging} needsNetwork onClick={() => remind.mutate({ publicationId })}>
          {t('messages.remind', { count: recipients - read })}
        </Button>
      )}
      {(state === 'sent' || state === 'sending') && (
        <ConfirmButton
          icon={Recall}
          question={t('messages.recallQuestion')}
          hint={t('messages.recallHint', { count: recipients - read })}
          action={t('messages.recall')}
          change={() => recall.mutateAsync({ publicationId })}
        />
      )}
    </>
  )
}

function Content({ of }: { of: Publication }) {
  const { t, language } = useLocale()
  return (
    <Card title={t(`messages.kinds.${of.kind}`)} aria-label={t('messages.content')}>
      <p className="ad-message-preview__title">{of.title}</p>
      {of.text !== '' && <p className="ad-message-preview__text">{of.text}</p>}
      {(of.englishTitle !== '' || of.englishText !== '') && (
        <div lang="en" className="ad-other-language">
          <p className="ad-message-preview__title">{of.englishTitle}</p>
          {of.englishText !== '' && <p className="ad-message-preview__text">{of.englishText}</p>}
        </div>
      )}
      {of.files.length > 0 && (
        <ul className="k-chips ad-files" aria-label={t('messages.files')}>
          {of.files.map(({ fileId, name, size }) => (
            <li key={fileId}>
              <DownloadLink className="ad-message-file" file={serverFile(publications.file, { id: fileId }, name)}>
                <FileName name={name} />
                <span className="k-soft">{formatBytes(size, language)}</span>
              </DownloadLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function PublicationFacts({ of, options: known }: { of: Publication; options: Options | undefined }) {
  const { t, language, nameOf, personName } = useLocale()
  const { day, moment } = useDates(known?.timeZone)
  const { userTypes, gradeIds, classIds } = of.audience
  const places = known
    ? [
        ...known.grades.filter(({ gradeId }) => gradeIds.includes(gradeId)).map((one) => nameOf(one)),
        ...known.classes
          .filter(({ classId }) => classIds.includes(classId))
          .map((one) => className(known, one, language)),
      ]
    : []
  const importance = ([1, 2, 3, 4, 5] as const).find((one) => one === of.importance) ?? 1
  const application = known?.applications.find(({ code }) => code === of.applicationCode)
  const facts: [string, string | null][] = [
    [t('messages.types'), userTypes.map((type) => t(`types.${type}`)).join(t('comma'))],
    [t('messages.placesOf'), places.join(t('comma'))],
    [t('messages.persons'), of.people.map((one) => personName(one)).join(t('comma'))],
    [t(isWaiting(of) ? 'messages.sendsAt' : 'messages.sentAt'), moment(of.sendAt)],
    [t('messages.author'), of.author && personName(of.author)],
    [t('units.type.1'), of.office && nameOf(of.office)],
    [t('messages.importance'), of.kind === 'message' ? t(`messages.importances.${importance}`) : null],
    [t('messages.dueOn'), of.dueOn && day(of.dueOn)],
    [t('messages.link'), of.url ?? (application ? nameOf(application) : null)],
    [t('messages.remindedAt'), of.remindedAt && moment(of.remindedAt)],
    [t('messages.recalledAt'), of.recalledAt && moment(of.recalledAt)],
  ]
  return (
    <FactsCard title={t('messages.facts')}>
      {facts.map(
        ([label, value]) =>
          value && (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
      )}
    </FactsCard>
  )
}
