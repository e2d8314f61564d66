import './today.css'
import '../../ui/layout/fade-edges.css'
import Building from '@phosphor-icons/core/regular/building.svg?react'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { TodayCard, TodayCards } from '../../../../contract/endpoints/desktop/today.ts'
import zhCN from '../../locales/zh-CN/today.json'
import { useOnline } from '../../core/connectivity/use-online.ts'
import type { HomeChild } from '../../core/family/home-child.ts'
import { AccountContext, schoolName } from '../../core/family/linked-schools.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { isSessionEnding } from '../../core/session/session-ending.ts'
import { useFirstInParts } from '../../micro-apps/use-endpoint.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { AsOf } from '../../ui/feedback/AsOf.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { KeptFocus } from '../../ui/KeptFocus.tsx'
import { useKitTexts } from '../../ui/use-kit-texts.ts'
import { CardContent } from './CardContent.tsx'
import type { CardsProps } from './card-props.ts'
import { cardsAbout, emptyText } from './cards-about.ts'
import { keepToday, todayQuery } from './today-query.ts'

addTexts('zh-CN', 'today', zhCN)

/** Milliseconds from which on the time of the cards is said. */
const OLD = 10 * 60_000
/** What a card leads to; without that application on the desktop it is not shown. */
const NEEDS: Readonly<Partial<Record<TodayCard['kind'], string>>> = {
  attendance: 'attendance',
  absences: 'attendance',
  corrections: 'attendance',
  uncertain: 'attendance',
  child: 'attendance',
  own: 'attendance',
  care: 'administration',
  handIn: 'files',
  collecting: 'files',
}

/** The kinds of cards of a linked account that can be shown and handled in this portal. */
const OF_SCHOOLS: ReadonlySet<TodayCard['kind']> = new Set(['child', 'todos', 'handIn'])

export interface TodayProps extends Omit<CardsProps, 'onShowTodos'> {
  /** Linked accounts at other schools, whose cards stand beside. */
  readonly schools: readonly LinkedSchool[]
  /** The child to which the cards are narrowed, with its name; null for all. */
  readonly chosen: (HomeChild & { readonly name: string }) | null
  readonly onShowTodos: (child: HomeChild) => void
  /** Where a user sets up a second step. */
  readonly accountPath: string
}

/** What the user looks for first, a card each; its place is reserved, so that the icons below stay where they are. */
export default function Today({ schools, chosen, accountPath, ...props }: TodayProps) {
  const { t } = useTranslation('today')
  const { user, codes, hasTodosBeside } = props
  const titleId = useId()
  const online = useOnline()
  const enabled = !useObservable(isSessionEnding)
  const usable = schools.filter(({ problem }) => problem === null)
  useEffect(() => {
    for (const account of [null, ...usable.map(({ userId }) => userId)]) keepToday(user.userId, account)
  })
  const own = useFirstInParts(useQuery({ ...todayQuery(null), enabled }))
  const linked = useQueries({ queries: usable.map(({ userId }) => ({ ...todayQuery(userId), enabled })) })

  const isShown = (card: TodayCard) => {
    const { kind } = card
    const needed = kind === 'application' ? card.code : NEEDS[card.kind]
    return kind === 'todos' ? !hasTodosBeside : needed === undefined || codes.has(needed)
  }
  const isShownOfSchool = ({ kind }: TodayCard) => OF_SCHOOLS.has(kind) && (kind !== 'todos' || !hasTodosBeside)
  const parts = [
    { school: null, query: own, isIn: isShown },
    ...usable.flatMap((school, at) => {
      const query = linked[at]
      return query ? [{ school, query, isIn: isShownOfSchool }] : []
    }),
  ].filter(({ school }) => chosen === null || chosen.account === (school?.userId ?? null))
  const isOld = ({ data, isError, dataUpdatedAt }: (typeof parts)[number]['query']) =>
    data !== undefined && (!online || isError || dataUpdatedAt - Date.parse(data.at) > OLD)
  const old = parts.flatMap(({ query }) => (query.data && isOld(query) ? [query.data.at] : [])).toSorted()[0]
  const shown = parts.map(({ school, query, isIn }) => {
    const about = cardsAbout(query.data?.cards ?? [], chosen?.id)
    return { school, query, about, cards: about.filter(isIn) }
  })
  const problems = schools.filter(({ problem }) => problem !== null && chosen === null)
  const isEmpty = problems.length === 0 && shown.every(({ query, cards }) => query.data && cards.length === 0)
  return (
    <KeptFocus as="section" className="td" aria-labelledby={titleId}>
      <div className="td__head">
        <h2 id={titleId}>{t('title')}</h2>
        {old !== undefined && <AsOf at={Date.parse(old)} />}
      </div>
      <ul className="td__cards k-fade-edges">
        {isEmpty && (
          <li className="td-card td-card--plain">
            <p className="td-card__line">
              {t(
                emptyText(
                  shown.flatMap(({ about }) => about),
                  chosen !== null,
                ),
                { name: chosen?.name },
              )}
            </p>
            <p className="td-card__soft">{t('noneHint')}</p>
          </li>
        )}
        {shown.map(({ school, query, cards }) => (
          <SchoolCards
            key={school?.userId ?? ''}
            {...props}
            school={school}
            query={query}
            cards={cards}
            onShowTodos={(id) => props.onShowTodos({ account: school?.userId ?? null, id })}
          />
        ))}
        {problems.map((school) => (
          <li key={school.userId} className="td-card td-card--plain">
            <SchoolMark school={school} />
            <p className="td-card__soft td-card__three-lines">
              {school.problem && t(`school.problem.${school.problem}`)}
            </p>
            {school.problem === 'second_step' && (
              <Link className="k-button td-card__action" to={accountPath}>
                {t('school.account')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </KeptFocus>
  )
}

/** The cards of one school; where it does not answer, that alone says so. */
function SchoolCards({
  school,
  query: { data, isError, refetch },
  cards,
  ...props
}: CardsProps & {
  school: LinkedSchool | null
  query: UseQueryResult<TodayCards>
  cards: readonly TodayCard[]
}) {
  const { t } = useTranslation('today')
  const { t: kit, language } = useKitTexts()
  const online = useOnline()
  const hasFailed = isError && (!data || (school !== null && online))
  return (
    <AccountContext value={school}>
      {!data && !isError && <li className="td-card td-card--loading" aria-hidden="true" />}
      {data &&
        cards.map((card) => (
          <li
            key={keyOf(card)}
            className="td-card"
            data-kind={card.kind}
            data-school={school ? schoolName(school, language) : undefined}
          >
            {school && <SchoolMark school={school} />}
            <CardContent card={card} timeZone={data.timeZone} date={data.date} at={data.at} {...props} />
          </li>
        ))}
      {hasFailed && (
        <li className="td-card td-card--plain">
          <p>{school ? kit('school.failed', { school: schoolName(school, language) }) : t('failed')}</p>
          <RetryButton kind="plain" onRetry={refetch} />
        </li>
      )}
    </AccountContext>
  )
}

function SchoolMark({ school }: { school: LinkedSchool }) {
  return (
    <p className="td-card__school">
      <Icon svg={Building} size={14} />
      <span>{schoolName(school, useLanguage())}</span>
    </p>
  )
}

function keyOf(card: TodayCard): string {
  if (card.kind === 'child') return card.studentId
  if (card.kind === 'handIn') return `hand-in ${card.student?.studentId ?? ''}`
  if (card.kind === 'attendance') return `group ${card.group ?? ''}`
  return card.kind === 'application' ? `application ${card.code}` : card.kind
}
