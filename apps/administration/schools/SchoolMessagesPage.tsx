import './schools.css'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import { Link } from 'react-router-dom'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import { AREA_PAGE, type AreaMessage } from '../../../contract/endpoints/units/areas.ts'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { pagesAlone } from '../../../src/app/ui/list/list-query.ts'
import { ListResult } from '../../../src/app/ui/list/ListResult.tsx'
import { useListQuery } from '../../../src/app/ui/list/use-list-query.ts'
import { useDates } from '../messages/use-dates.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'

/** What the office has sent to its schools. */
export default function SchoolMessagesPage() {
  const t = useTexts()
  const list = useListQuery(pagesAlone)
  const query = useEndpoint(areas.messages, list.values)
  return (
    <>
      <PageHead
        title={t('schools.messages.title')}
        hint={t('schools.messages.hint')}
        back={{ label: t('section.schools'), to: '/schools' }}
      >
        <Link className="k-button k-button--primary" to="/schools/messages/new">
          <Icon svg={Plus} />
          {t('schools.messages.new')}
        </Link>
      </PageHead>
      <Loaded query={query}>
        {({ total, messages: found }) => (
          <ListResult
            list={list}
            size={AREA_PAGE}
            total={total}
            shown={found.length}
            waits={query.isPlaceholderData}
            none={<NoData title={t('schools.messages.none.title')} hint={t('schools.messages.none.hint')} />}
          >
            <ul className="ad-lines ad-school-messages" aria-label={t('schools.messages.title')}>
              {found.map((one) => (
                <Row key={one.areaPublicationId} of={one} />
              ))}
            </ul>
          </ListResult>
        )}
      </Loaded>
    </>
  )
}

function Row({ of }: { of: AreaMessage }) {
  const { t, nameOf, personName } = useLocale()
  const { moment } = useDates()
  const sum = (key: 'read' | 'recipients') => of.schools.reduce((all, one) => all + one[key], 0)
  return (
    <li>
      <span>
        <Link to={`/schools/messages/${of.areaPublicationId}`}>
          {nameOf({ name: of.title, englishName: of.englishTitle })}
        </Link>{' '}
        {of.kind === 'todo' && <Tag>{t('messages.kinds.todo')}</Tag>}{' '}
        {of.recalledAt !== null ? (
          <Tag>{t('messages.states.recalled')}</Tag>
        ) : (
          of.schools.some(({ state }) => state === 'scheduled') && (
            <Tag kind="warning">{t('messages.states.scheduled')}</Tag>
          )
        )}
        <span className="k-soft">
          {' '}
          {[
            moment(of.sentAt),
            of.author && personName(of.author),
            t('schools.messages.in', { count: of.schools.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="k-soft">
        {t(of.kind === 'todo' ? 'schools.messages.done' : 'schools.messages.of', {
          read: sum('read'),
          count: sum('recipients'),
        })}
      </span>
    </li>
  )
}
