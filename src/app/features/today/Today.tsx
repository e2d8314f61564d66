import './today.css'
import CloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TodayCard } from '../../../../contract/endpoints/today.ts'
import zhCN from '../../locales/zh-CN/today.json'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { isSessionEnding } from '../../core/session/session-ending.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { CardContent } from './CardContent.tsx'
import type { TodayProps } from './card-props.ts'
import { keepToday, todayQuery } from './today-query.ts'

addTexts('zh-CN', 'today', zhCN)

/** Milliseconds from which on the time of the cards is said. */
const OLD = 10 * 60_000
/** What a card leads to; without that application on the desktop it is not shown. */
const NEEDS: Readonly<Partial<Record<TodayCard['kind'], string>>> = {
  attendance: 'attendance',
  absences: 'attendance',
  corrections: 'attendance',
  child: 'attendance',
  own: 'attendance',
  care: 'administration',
  handIn: 'files',
  collecting: 'files',
}

/** What the user looks for first, a card each; its place is reserved, so that the icons below stay where they are. */
export default function Today(props: TodayProps) {
  const { t } = useTranslation('today')
  const { user, codes, hasTodosBeside } = props
  const titleId = useId()
  const language = useLanguage()
  const online = useOnline()
  useEffect(() => keepToday(user.userId), [user.userId])
  const { data, isError, refetch, dataUpdatedAt } = useQuery({
    ...todayQuery,
    enabled: !useObservable(isSessionEnding),
  })
  const isShown = (card: TodayCard) => {
    const { kind } = card
    const needed = kind === 'application' ? card.code : NEEDS[card.kind]
    return kind === 'todos' ? !hasTodosBeside : needed === undefined || codes.has(needed)
  }
  const cards = data?.cards.filter(isShown) ?? []
  const isOld = data && (!online || isError || dataUpdatedAt - Date.parse(data.at) > OLD)
  return (
    <section className="td" aria-labelledby={titleId}>
      <div className="td__head">
        <h2 id={titleId}>{t('title')}</h2>
        {isOld && (
          <p className="td__as-of" role="status">
            {!online && <Icon svg={CloudSlash} size={16} />}
            {t('asOf', { time: formatDateTime(data.at, language) })}
          </p>
        )}
      </div>
      <ul className="td__cards">
        {!data && !isError && <li className="td-card td-card--loading" aria-hidden="true" />}
        {!data && isError && (
          <li className="td-card td-card--plain">
            <p>{t('failed')}</p>
            <RetryButton kind="plain" onRetry={refetch} />
          </li>
        )}
        {data && cards.length === 0 && (
          <li className="td-card td-card--plain">
            <p className="td-card__line">{t('none')}</p>
            <p className="td-card__soft">{t('noneHint')}</p>
          </li>
        )}
        {data &&
          cards.map((card) => (
            <li key={keyOf(card)} className="td-card" data-kind={card.kind}>
              <CardContent card={card} timeZone={data.timeZone} date={data.date} at={data.at} {...props} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function keyOf(card: TodayCard): string {
  if (card.kind === 'child') return card.studentId
  if (card.kind === 'attendance') return `group ${card.group ?? ''}`
  return card.kind === 'application' ? `application ${card.code}` : card.kind
}
