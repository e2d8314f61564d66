import './schools.css'
import Recall from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import { useState } from 'react'
import { recallMessage, showMessage, type AreaMessage } from '../../../contract/endpoints/units/areas.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { StateTag } from '../messages/StateTag.tsx'
import { useDates } from '../messages/use-dates.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { useRecord } from '../../../src/app/micro-apps/use-endpoint.ts'

/** Milliseconds between two looks at one that is on its way. */
const LOOK_EVERY = 3000

/** One message of the office: what it says, and how many have read it in each school. */
export default function SchoolMessagePage() {
  const { t, nameOf } = useLocale()
  const { day, moment } = useDates()
  const { query, isGone } = useRecord(showMessage, 'publication.gone', {
    every: (of) => (of?.schools.some(({ state }) => state !== 'sent' && state !== 'recalled') ? LOOK_EVERY : false),
  })
  return (
    <RecordPage
      record={query.data}
      isGone={isGone}
      title={t('messages.one')}
      back={{ label: t('schools.messages.title'), to: '/schools/messages' }}
      renderHeading={(found) => nameOf({ name: found.title, englishName: found.englishTitle })}
      renderActions={(found) => found.recalledAt === null && <RecallButton of={found} />}
      gone={<NoDataCard title={t('schools.messages.gone.title')} hint={t('schools.messages.gone.hint')} />}
    >
      <Loaded query={query}>
        {(of) => (
          <>
            <Card title={of.title} aria-label={t('messages.content')}>
              {of.text !== '' && <p className="ad-message-preview__text">{of.text}</p>}
              {(of.englishTitle !== '' || of.englishText !== '') && (
                <div lang="en" className="ad-other-language">
                  <p className="ad-message-preview__title">{of.englishTitle}</p>
                  {of.englishText !== '' && <p className="ad-message-preview__text">{of.englishText}</p>}
                </div>
              )}
              {of.url !== null && <p className="k-soft">{of.url}</p>}
              <p className="k-soft">
                {[
                  t(`messages.kinds.${of.kind}`),
                  of.userTypes.map((type) => t(`types.${type}`)).join(t('comma')),
                  moment(of.sentAt),
                  of.dueOn !== null && t('schools.messages.due', { day: day(of.dueOn) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </Card>
            <Card title={t('schools.messages.receipts')}>
              <ul className="ad-lines">
                {of.schools.map((one) => (
                  <li key={one.unitId}>
                    <span>
                      {nameOf(one)} <StateTag state={one.state} />
                    </span>
                    <span className="k-soft">
                      {t(of.kind === 'todo' ? 'schools.messages.done' : 'schools.messages.of', {
                        read: one.read,
                        count: one.recipients,
                      })}
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          </>
        )}
      </Loaded>
    </RecordPage>
  )
}

function RecallButton({ of }: { of: AreaMessage }) {
  const t = useTexts()
  const [asking, setAsking] = useState(false)
  const waits = of.schools.every(({ state }) => state === 'scheduled')
  const recall = useChange(recallMessage, {
    done: ({ recalled }) =>
      waits && recalled === 0 ? t('schools.messages.cancelled') : t('schools.messages.recalled', { count: recalled }),
  })
  return (
    <>
      <Button icon={Recall} needsNetwork onClick={() => setAsking(true)}>
        {t(waits ? 'messages.cancel' : 'messages.recall')}
      </Button>
      {asking && (
        <ConfirmDialog
          question={t(waits ? 'schools.messages.cancelQuestion' : 'schools.messages.recallQuestion')}
          hint={t(waits ? 'schools.messages.cancelHint' : 'schools.messages.recallHint')}
          action={t(waits ? 'messages.cancel' : 'messages.recall')}
          onClose={() => setAsking(false)}
          change={() => recall.mutateAsync({ areaPublicationId: of.areaPublicationId })}
        />
      )}
    </>
  )
}
