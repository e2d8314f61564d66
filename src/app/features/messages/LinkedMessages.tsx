import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { Message } from '../../../../contract/endpoints/messages/messages.ts'
import { takeOffItem } from '../../core/answers/answer-item.ts'
import { askForAnswer } from '../../core/answers/answer-request.ts'
import { useLinkedOverviews, type LinkedOverview } from '../../core/family/linked-overview.ts'
import { schoolName } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { SchoolPart } from '../../ui/layout/SchoolPart.tsx'
import { MessageRow } from './MessageList.tsx'

interface Of {
  /** The child that the messages are about; all without it. */
  readonly child?: string | undefined
  readonly titleAs?: 'h2' | 'h3'
}

/** The unread messages of linked accounts; read and answered in place. */
export default function LinkedMessages({
  userId,
  schools,
  ...of
}: { userId: string; schools: readonly LinkedSchool[] } & Of) {
  return useLinkedOverviews(userId, schools).map((overview) => (
    <SchoolMessages key={overview.school.userId} overview={overview} {...of} />
  ))
}

function SchoolMessages({ overview, child, titleAs = 'h3' }: { overview: LinkedOverview } & Of) {
  const { t } = useTranslation('messages')
  const place = useRef<HTMLElement>(null)
  const { school, data } = overview
  const name = schoolName(school, useLanguage())
  const messages = data?.messages.filter(({ childIds }) => child === undefined || childIds.includes(child)) ?? []
  const total = data?.total.message ?? 0
  const itemOf = ({ id, messageMeno: title }: Message) =>
    ({ kind: 'message', id, title, text: '', asks: 'reply', account: school }) as const
  const settle = async (answering: Promise<boolean>) => {
    if (await answering) place.current?.focus()
  }
  return (
    <SchoolPart
      overview={overview}
      titleAs={titleAs}
      name={name}
      count={messages.length}
      none={t('none')}
      place={place}
    >
      <ul aria-label={name}>
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            school={school}
            opens="none"
            onOpen={() => {}}
            onReply={() => void settle(askForAnswer(itemOf(message)))}
            onIgnore={() => void settle(takeOffItem(itemOf(message)))}
          />
        ))}
      </ul>
      {child === undefined && total > messages.length && (
        <p className="m-more">{t('school.shown', { shown: messages.length, count: total })}</p>
      )}
    </SchoolPart>
  )
}
