import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { Message } from '../../../../contract/endpoints/messages/messages.ts'
import { askForAnswer } from '../../core/answers/answer-request.ts'
import { takeBackAnswer, takeOff } from '../../core/answers/send-answer.ts'
import { useLinkedOverviews, type LinkedOverview } from '../../core/family/linked-overview.ts'
import { schoolName } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { AsOf } from '../../ui/feedback/AsOf.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SchoolHeading } from '../../ui/layout/SchoolHeading.tsx'
import { MessageRow } from './MessageList.tsx'

/** The unread messages of linked accounts, about one child where one is given; read and answered in place. */
export default function LinkedMessages({
  userId,
  schools,
  ...of
}: {
  userId: string
  schools: readonly LinkedSchool[]
  child?: string | undefined
  titleAs?: 'h2' | 'h3'
}) {
  return useLinkedOverviews(userId, schools).map((overview) => (
    <SchoolMessages key={overview.school.userId} overview={overview} {...of} />
  ))
}

function SchoolMessages({
  overview: { school, data, isPending, hasFailed, asOf, refetch },
  child,
  titleAs = 'h3',
}: {
  overview: LinkedOverview
  child?: string | undefined
  titleAs?: 'h2' | 'h3'
}) {
  const { t } = useTranslation('messages')
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const name = schoolName(school, useLanguage())
  const messages = data?.messages.filter(({ childIds }) => child === undefined || childIds.includes(child)) ?? []
  const total = data?.total.message ?? 0

  const reply = async ({ id, messageMeno: title }: Message) => {
    const item = { kind: 'message', id, title, text: '', asks: 'reply', account: school } as const
    if (await askForAnswer(item)) place.current?.focus()
  }

  const read = async ({ id }: Message) => {
    const item = { kind: 'message', id, account: school } as const
    try {
      await takeOff(item)
    } catch (error) {
      reportFailure(error)
      return
    }
    place.current?.focus()
    notify('success', t('markedRead'), {
      action: { label: t('undo'), run: () => void takeBackAnswer(item).catch(reportFailure) },
    })
  }

  return (
    <section ref={place} className="m-school k-focus-target" aria-labelledby={titleId} tabIndex={-1}>
      <SchoolHeading as={titleAs} id={titleId} name={name} count={messages.length} />
      {isPending && <Skeleton lines={2} />}
      {asOf !== null && <AsOf at={asOf} />}
      {hasFailed && (
        <p className="m-school__none">
          {t('school.failed', { school: name })} <RetryButton kind="plain" onRetry={refetch} />
        </p>
      )}
      {data && messages.length === 0 && <p className="m-school__none">{t('none')}</p>}
      {messages.length > 0 && (
        <ul aria-labelledby={titleId}>
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              school={school}
              opens="none"
              onOpen={() => {}}
              onReply={() => void reply(message)}
              onIgnore={() => void read(message)}
            />
          ))}
        </ul>
      )}
      {child === undefined && messages.length > 0 && total > messages.length && (
        <p className="m-more">{t('school.shown', { shown: messages.length, count: total })}</p>
      )}
    </section>
  )
}
