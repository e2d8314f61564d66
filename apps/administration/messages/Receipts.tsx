import * as z from 'zod/mini'
import { type Publication, RECEIPT_PAGE } from '../../../contract/endpoints/messages/publications.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { orUsual, pageNumber } from '../../../src/app/ui/list/list-query.ts'
import { ListResult } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { useLocale } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { usePublicationCalls } from './publication-calls.ts'
import { receiptsSheet } from './receipts-sheet.ts'
import { useDates } from './use-dates.ts'

const STATES = ['answered', 'read', 'unread'] as const
/** Which receipts are shown; first of all the answers, where answers are asked for. */
const RECEIPTS = z.object({ show: orUsual(z.literal(STATES), 'read'), page: pageNumber })
const ANSWERED_RECEIPTS = z.object({ show: orUsual(z.literal(STATES), 'answered'), page: pageNumber })

/** Who has read or answered a message, or not yet, with a sheet of all of them. */
export function Receipts({ of, timeZone }: { of: Publication; timeZone: string | undefined }) {
  const { t, language, nameOf, personName } = useLocale()
  const call = useCall()
  const { moment } = useDates(timeZone)
  const isRecalled = of.state === 'recalled'
  const list = useListQuery(of.asks === null ? RECEIPTS : ANSWERED_RECEIPTS)
  const { show, page } = list.values
  const isOffered = { answered: of.asks !== null, read: true, unread: !isRecalled }
  const state = isOffered[show] ? show : 'read'
  const labels = {
    answered: t(of.asks === 'sign' ? 'messages.signedTab' : 'messages.answeredTab', { count: of.answered }),
    read: t(`messages.read.${of.kind}`, { count: of.read }),
    unread: t(`messages.unread.${of.kind}`, { count: of.recipients - of.read }),
  }
  const answers = { answered: of.answered, declined: of.declined, count: of.recipients }
  const offered = STATES.filter((one) => isOffered[one])
  const { receipts } = usePublicationCalls()
  const query = useEndpoint(receipts, { publicationId: of.publicationId, state, page })
  return (
    <Card
      title={t('messages.receipts')}
      hint={
        <span role="status">
          {t(`messages.readOf.${of.kind}`, { read: of.read, count: of.recipients })}
          {of.asks !== null && ` · ${t(of.asks === 'sign' ? 'messages.signedOf' : 'messages.answersOf', answers)}`}
        </span>
      }
      action={
        <ExportButton
          file={nameOf({ name: of.title, englishName: of.englishTitle })}
          needsNetwork
          source={async (signal, onProgress) => [
            await receiptsSheet(signal, { call, of, read: receipts, language, t }, onProgress),
          ]}
        />
      }
    >
      {offered.length > 1 && (
        <Segments
          label={t('messages.receipts')}
          labelled="unseen"
          options={offered.map((value) => ({ value, label: labels[value] }))}
          value={state}
          onChange={(next) => list.change({ show: next }, true)}
        />
      )}
      <Loaded query={query} lines={4}>
        {({ total, people }) => (
          <ListResult
            list={list}
            size={RECEIPT_PAGE}
            total={total}
            shown={people.length}
            waits={query.isPlaceholderData}
            none={<p className="k-soft">{t(`messages.${state}None`)}</p>}
            inCard
          >
            <ul className="ad-lines ad-readers" aria-label={t('messages.receipts')}>
              {people.map((one) => (
                <li key={one.userId}>
                  <span>{personName(one)}</span>
                  <span className="k-soft">
                    {[t(`type.${one.userType}`), one.place && nameOf(one.place)].filter(Boolean).join(' · ')}
                  </span>
                  {of.asks !== null && one.readAt && (
                    <Tag kind={one.given ? (one.given.answer === 'declined' ? 'danger' : 'good') : undefined}>
                      {t(`messages.given.${one.given?.answer ?? (of.kind === 'todo' ? 'none' : 'read')}`)}
                    </Tag>
                  )}
                  {one.readAt && <span className="k-soft ad-readers__at">{moment(one.readAt)}</span>}
                  {one.given && one.given.reply !== '' && <p className="ad-readers__reply">{one.given.reply}</p>}
                </li>
              ))}
            </ul>
          </ListResult>
        )}
      </Loaded>
    </Card>
  )
}
