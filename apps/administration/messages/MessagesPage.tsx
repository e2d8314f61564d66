import Chat from '@phosphor-icons/core/regular/chat-centered-text.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import { Link } from 'react-router-dom'
import { PUBLICATION_PAGE, type PublicationRow } from '../../../contract/endpoints/messages/publications.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { CardRow } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts, useLocale } from '../portal-context.ts'
import { pagesAlone } from '../../../src/app/ui/list/list-query.ts'
import { ListResult } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { usePublicationCalls, useWritesToClasses } from './publication-calls.ts'
import { StateTag } from './StateTag.tsx'
import { useDates } from './use-dates.ts'

/** What was sent and what waits for its time. */
export default function MessagesPage() {
  const t = useTexts()
  const { list: endpoint, options } = usePublicationCalls()
  const toClasses = useWritesToClasses()
  const list = useListQuery(pagesAlone)
  const query = useEndpoint(endpoint, list.values)
  const { data: known } = useEndpoint(options, {})
  const write = (
    <Link className="k-button k-button--primary" to="/messages/new">
      <Icon svg={Plus} />
      {t('messages.new')}
    </Link>
  )
  return (
    <>
      <PageHead title={t('section.messages')} hint={t(toClasses ? 'messages.hintOfClasses' : 'messages.hint')}>
        {write}
      </PageHead>
      <Loaded query={query}>
        {({ total, publications }) => (
          <ListResult
            list={list}
            size={PUBLICATION_PAGE}
            total={total}
            shown={publications.length}
            waits={query.isPlaceholderData}
            none={<NoData title={t('messages.none.title')} hint={t('messages.none.hint')} action={write} />}
          >
            <ul aria-label={t('section.messages')}>
              {publications.map((one) => (
                <Row key={one.publicationId} of={one} timeZone={known?.timeZone} />
              ))}
            </ul>
          </ListResult>
        )}
      </Loaded>
    </>
  )
}

function Row({ of, timeZone }: { of: PublicationRow; timeZone: string | undefined }) {
  const { t, nameOf, personName } = useLocale()
  const { moment } = useDates(timeZone)
  const isWaiting = of.state === 'scheduled' || of.state === 'stopped'
  return (
    <CardRow
      className="ad-publication"
      glyph={of.kind === 'todo' ? ListChecks : Chat}
      glyphTitle={t(`messages.kinds.${of.kind}`)}
      title={
        <>
          <Link className="ad-title-link" to={`/messages/${of.publicationId}`}>
            {nameOf({ name: of.title, englishName: of.englishTitle })}
          </Link>
          <StateTag state={of.state} />
        </>
      }
      facts={
        <>
          <span>{moment(of.sendAt)}</span>
          {of.author && <span>{personName(of.author)}</span>}
          {of.office && <span>{t('office.sent', { office: nameOf(of.office) })}</span>}
        </>
      }
    >
      <p className="ad-publication__count">
        {of.outside && of.state === 'scheduled'
          ? t('messages.willStop')
          : of.state === 'stopped'
            ? t('messages.stoppedShort')
            : isWaiting
              ? t('messages.waits', { count: of.recipients })
              : t(`messages.readOf.${of.kind}`, { read: of.read, count: of.recipients })}
      </p>
    </CardRow>
  )
}
