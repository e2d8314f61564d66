import Chat from '@phosphor-icons/core/regular/chat-centered-text.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import { Link, useSearchParams } from 'react-router-dom'
import { PUBLICATION_PAGE, type PublicationRow } from '../../../contract/endpoints/messages/publications.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { nameIn, personName, useLanguage, useTexts } from '../portal-context.ts'
import { Pager } from './Pager.tsx'
import { usePublicationCalls, useWritesToClasses } from './publication-calls.ts'
import { StateTag } from './StateTag.tsx'
import { useDates } from './use-dates.ts'

/** What was sent and what waits for its time. */
export default function MessagesPage() {
  const t = useTexts()
  const { list, options } = usePublicationCalls()
  const toClasses = useWritesToClasses()
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('page'))
  const page = Number.isInteger(asked) && asked > 0 && asked <= 100_000 ? asked : 1
  const query = useEndpoint(list, { page })
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
        {({ total, publications }) =>
          total === 0 ? (
            <NoDataCard title={t('messages.none.title')} hint={t('messages.none.hint')} action={write} />
          ) : publications.length === 0 ? (
            <NoDataCard
              title={t('messages.pageGone')}
              action={<Button onClick={() => setParams({})}>{t('people.firstPage')}</Button>}
            />
          ) : (
            <div className="app-card">
              <ul className="ad-publications" aria-label={t('section.messages')}>
                {publications.map((one) => (
                  <Row key={one.publicationId} of={one} timeZone={known?.timeZone} />
                ))}
              </ul>
              <Pager
                page={page}
                size={PUBLICATION_PAGE}
                total={total}
                shown={publications.length}
                waits={query.isPlaceholderData}
                onTurn={(next) => setParams(next === 1 ? {} : { page: String(next) })}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function Row({ of, timeZone }: { of: PublicationRow; timeZone: string | undefined }) {
  const t = useTexts()
  const language = useLanguage()
  const { moment } = useDates(timeZone)
  const isWaiting = of.state === 'scheduled' || of.state === 'stopped'
  return (
    <li className="ad-publication">
      <span className="ad-publication__glyph" title={t(`messages.kinds.${of.kind}`)}>
        <Icon svg={of.kind === 'todo' ? ListChecks : Chat} />
      </span>
      <div className="ad-publication__text">
        <p className="ad-publication__title">
          <Link to={`/messages/${of.publicationId}`}>
            {nameIn({ name: of.title, englishName: of.englishTitle }, language)}
          </Link>
          <StateTag state={of.state} />
        </p>
        <p className="ad-soft ad-publication__facts">
          <span>{moment(of.sendAt)}</span>
          {of.author && <span>{personName(of.author, language)}</span>}
          {of.office && <span>{t('office.sent', { office: nameIn(of.office, language) })}</span>}
        </p>
      </div>
      <p className="ad-publication__count">
        {of.outside && of.state === 'scheduled'
          ? t('messages.willStop')
          : of.state === 'stopped'
            ? t('messages.stoppedShort')
            : isWaiting
              ? t('messages.waits', { count: of.recipients })
              : t(`messages.readOf.${of.kind}`, { read: of.read, count: of.recipients })}
      </p>
    </li>
  )
}
