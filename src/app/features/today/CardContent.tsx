import CalendarCheck from '@phosphor-icons/core/regular/calendar-check.svg?react'
import CalendarX from '@phosphor-icons/core/regular/calendar-x.svg?react'
import Caret from '@phosphor-icons/core/regular/caret-right.svg?react'
import Clock from '@phosphor-icons/core/regular/clock.svg?react'
import ClockCounter from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import PencilSimple from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import Squares from '@phosphor-icons/core/regular/squares-four.svg?react'
import Tray from '@phosphor-icons/core/regular/tray-arrow-up.svg?react'
import UsersThree from '@phosphor-icons/core/regular/users-three.svg?react'
import Warning from '@phosphor-icons/core/regular/warning-circle.svg?react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { decideAbsence, reopenAbsence } from '../../../../contract/endpoints/attendance/absences.ts'
import { decideCorrection } from '../../../../contract/endpoints/attendance/attendance.ts'
import type { TodayCard } from '../../../../contract/endpoints/desktop/today.ts'
import { remindHandIn } from '../../../../contract/endpoints/storage/collections.ts'
import { textFor } from '../../../../contract/envelope.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { wallTime } from '../../../../contract/rules/zoned-time.ts'
import { answerItem, takeOffItem } from '../../core/answers/answer-item.ts'
import { call } from '../../core/api/call.ts'
import { useAccount } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useChange } from '../../core/query/use-change.ts'
import { applicationHome, composePath } from '../../core/session/home-path.ts'
import { nameIn, personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { useMayWrite } from '../../ui/layout/Permitted.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { formatDay, formatTime } from '../../ui/format/calendar.ts'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { absenceSpan } from '../../micro-apps/absence-span.ts'
import type { CardProps } from './card-props.ts'
import { CardTitle } from './CardTitle.tsx'
import { ChildCard } from './ChildCard.tsx'
import { DayLine } from './DayLine.tsx'
import { renewToday } from './today-query.ts'

export function CardContent({ card, ...props }: CardProps<TodayCard['kind']>) {
  switch (card.kind) {
    case 'attendance':
      return <AttendanceContent card={card} {...props} />
    case 'corrections':
      return <CorrectionsContent card={card} {...props} />
    case 'uncertain':
      return <UncertainContent card={card} {...props} />
    case 'absences':
      return <AbsencesContent card={card} {...props} />
    case 'child':
      return <ChildCard card={card} {...props} />
    case 'own':
      return <OwnContent card={card} {...props} />
    case 'todos':
      return <TodosContent card={card} {...props} />
    case 'care':
      return <CareContent card={card} {...props} />
    case 'handIn':
      return <HandInContent card={card} {...props} />
    case 'collecting':
      return <CollectingContent card={card} {...props} />
    case 'application':
      return <ApplicationContent card={card} {...props} />
  }
}

function AttendanceContent({
  card: { group, due, present, late, absent, excused, ...names },
  user,
  date,
}: CardProps<'attendance'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const name =
    group === null ? t('attendance.pupils') : group === 'staff' ? t('attendance.staff') : nameIn(names, language)
  const isClass = group !== null && group !== 'staff'
  const mayWrite = useMayWrite()
  const place = group === null ? '#/group' : `#/group/${group}/${date}`
  const numbers = [
    ['present', present],
    ['late', late],
    ['absent', absent],
    ...(excused > 0 ? [['excused', excused] as const] : []),
    ['due', due],
  ] as const
  return (
    <>
      <CardTitle
        svg={UsersThree}
        href={`${applicationHome(user, 'attendance')}${place}`}
        label={`${name}: ${t('attendance.open')}`}
      >
        {name}
      </CardTitle>
      <dl className="td-card__numbers">
        {numbers.map(([key, number]) => (
          <div key={key} data-number={number > 0 ? key : undefined}>
            <dd>{number}</dd>
            <dt>{t(`attendance.${key}`)}</dt>
          </div>
        ))}
      </dl>
      {isClass && mayWrite && (
        <div className="td-card__foot">
          <Link
            className="k-button k-button--quiet td-card__action"
            to={composePath(user, { class: group })}
            aria-label={t('attendance.writeTo', { name })}
          >
            <Icon svg={PencilSimple} size={18} />
            {t('attendance.write')}
          </Link>
        </div>
      )}
    </>
  )
}

/** A card of things that wait: how many, and of the first what it is about, a note, and in `children` what can be done at once. */
function WaitingCard({
  svg,
  href,
  title,
  opens,
  count,
  line,
  note,
  children,
}: {
  svg: SvgComponent
  href?: string | undefined
  title: string
  /** What the title leads to. */
  opens: string
  count: string
  line: string
  note: ReactNode
  children?: ReactNode
}) {
  const said = <p className="td-card__soft td-card__two-lines">{note}</p>
  return (
    <>
      <CardTitle svg={svg} href={href} label={opens}>
        {title}
        <span className="td-card__count">{count}</span>
      </CardTitle>
      <p className="td-card__line">{line}</p>
      {children ? (
        <div className="td-card__foot">
          {said}
          {children}
        </div>
      ) : (
        said
      )}
    </>
  )
}

/** What can be done at once about the first thing of a card; `of` says it with its name. */
function CardButton({ of, ...button }: ComponentProps<typeof Button> & { of: string }) {
  return <Button className="td-card__action" aria-label={of} needsNetwork {...button} />
}

/** Of a decision that was refused: another person may have decided. */
const renewAfter = { onError: () => void renewToday() }

function CorrectionsContent({ card: { waiting, next }, user }: CardProps<'corrections'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const name = personName(next.person, language)
  const decide = useChange(
    ({ correctionId }: typeof next) => call(decideCorrection, { correctionId, approve: true, note: '' }),
    { done: (_, { person }) => t('approved', { name: personName(person, language) }), failed: '' },
  )
  return (
    <WaitingCard
      svg={ClockCounter}
      href={`${applicationHome(user, 'attendance')}#/corrections/waiting`}
      title={t('corrections.title')}
      opens={`${t('corrections.title')}: ${t('corrections.open')}`}
      count={t('awaiting', { count: waiting })}
      line={`${name} · ${next.time} ${t(`corrections.${next.direction}`)}`}
      note={`${formatDay(next.date, language)} · ${next.reason}`}
    >
      <CardButton
        of={t('corrections.approveOf', { name })}
        disabled={!next.mayDecide}
        onClick={() => decide.mutate(next, renewAfter)}
      >
        {t('approve')}
      </CardButton>
    </WaitingCard>
  )
}

function UncertainContent({ card: { waiting, next }, user, timeZone }: CardProps<'uncertain'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const time = (at: string) => formatTime(at, timeZone, language)
  const day = (at: string) => formatDay(wallTime(Date.parse(at), timeZone).date, language)
  const { earliest, latest } = next
  const isOneDay = day(earliest) === day(latest)
  return (
    <WaitingCard
      svg={Clock}
      href={`${applicationHome(user, 'attendance')}#/corrections/uncertain`}
      title={t('uncertain.title')}
      opens={`${t('uncertain.title')}: ${t('uncertain.open')}`}
      count={t('uncertain.more', { count: waiting })}
      line={`${personName(next.person, language)} · ${t(`corrections.${next.direction}`)}`}
      note={t('uncertain.between', {
        earliest: `${day(earliest)} ${time(earliest)}`,
        latest: isOneDay ? time(latest) : `${day(latest)} ${time(latest)}`,
      })}
    />
  )
}

function AbsencesContent({ card: { waiting, next }, user }: CardProps<'absences'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const name = personName(next.person, language)
  const decide = useChange(({ absenceId }: typeof next) => call(decideAbsence, { absenceId, accept: true, note: '' }), {
    done: (_, { person }) => t('approved', { name: personName(person, language) }),
    failed: '',
    undo:
      (_, { absenceId }) =>
      () =>
        call(reopenAbsence, { absenceId }),
    undone: ({ person }) => t('absences.reopened', { name: personName(person, language) }),
  })
  return (
    <WaitingCard
      svg={CalendarX}
      href={`${applicationHome(user, 'attendance')}#/absences/waiting`}
      title={t('absences.title')}
      opens={`${t('absences.title')}: ${t('absences.open')}`}
      count={t('awaiting', { count: waiting })}
      line={`${name} · ${t(`absences.kinds.${next.kind}`)}`}
      note={[absenceSpan(next, language), next.note].filter(Boolean).join(' · ')}
    >
      <CardButton
        of={t('absences.acceptOf', { name })}
        disabled={!next.mayDecide}
        onClick={() => decide.mutate(next, renewAfter)}
      >
        {t('approve')}
      </CardButton>
    </WaitingCard>
  )
}

function OwnContent({ card, user, timeZone, date, at: seenAt }: CardProps<'own'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const { firstIn, lastOut, lateMinutes: minutes, overdue } = card
  const at = (moment: string) => formatTime(moment, timeZone, language)
  return (
    <>
      <CardTitle svg={CalendarCheck} href={`${applicationHome(user, 'attendance')}#/mine`}>
        {t('own.title')}
      </CardTitle>
      <p className="td-card__line" data-tone={overdue ? 'warning' : undefined}>
        {overdue && <Icon svg={Warning} size={18} />}
        {firstIn === null
          ? t(overdue ? 'own.overdue' : 'own.expected')
          : t(minutes > 0 ? 'own.late' : 'own.in', { time: at(firstIn), minutes })}
        {lastOut !== null && ` · ${t('own.out', { time: at(lastOut) })}`}
      </p>
      <DayLine card={card} date={date} timeZone={timeZone} at={seenAt} />
    </>
  )
}

function TodosContent({ card: { total, next } }: CardProps<'todos'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const account = useAccount()
  const title = textFor(language, next.title)
  const { asks, dueOn, url } = next
  const isPage = url !== null && !/^https?:/i.test(url) && pageOf(new URL(url, location.origin).pathname) !== null
  const item = { kind: 'todo', id: next.id, title: next.title, account } as const
  const action = t(`todo.${asks?.answer ?? 'ignore'}`)
  const settle = () => (asks ? answerItem({ ...item, text: asks.text, asks: asks.answer }) : takeOffItem(item))
  return (
    <WaitingCard
      svg={ListChecks}
      href={isPage ? url : undefined}
      title={t('todo.title')}
      opens={`${t('todo.view')}: ${title}`}
      count={t('todo.count', { count: total })}
      line={title}
      note={dueOn && t('todo.due', { day: formatDay(dueOn, language) })}
    >
      {url !== null && !isPage && (
        <a className="k-button k-button--quiet td-card__action" href={url} target="_blank" rel="noopener noreferrer">
          {t('todo.view')}
        </a>
      )}
      <CardButton of={t('todo.answerOf', { action, title })} onClick={() => void settle().then(renewToday)}>
        {action}
      </CardButton>
    </WaitingCard>
  )
}

function HandInContent({ card: { id, title, dueAt, isLate, student, waiting }, user }: CardProps<'handIn'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  return (
    <WaitingCard
      svg={Tray}
      href={`${applicationHome(user, 'files')}#/hand-ins/${id}`}
      title={t('handIn.title')}
      opens={`${t('handIn.title')}: ${t('see', { title })}`}
      count={t('handIn.count', { count: waiting })}
      line={student ? t('handIn.of', { name: nameIn(student, language), title }) : title}
      note={isLate ? t('handIn.late') : t('handIn.due', { time: formatDateTime(dueAt, language) })}
    />
  )
}

function CollectingContent({ card: { id, title, dueAt, handedIn, students }, user }: CardProps<'collecting'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const remind = useChange(remindHandIn, { done: t('collecting.reminded'), failed: '' })
  return (
    <WaitingCard
      svg={Tray}
      href={`${applicationHome(user, 'files')}#/hand-ins/${id}`}
      title={t('collecting.title')}
      opens={`${t('collecting.title')}: ${t('see', { title })}`}
      count={t('collecting.count', { handedIn, students })}
      line={title}
      note={t('handIn.due', { time: formatDateTime(dueAt, language) })}
    >
      <CardButton of={t('collecting.remindOf', { title })} onClick={() => remind.mutate({ id })}>
        {t('collecting.remind')}
      </CardButton>
    </WaitingCard>
  )
}

function ApplicationContent({ card, user, pathOf }: CardProps<'application'>) {
  const language = useLanguage()
  const isEnglish = language === 'en'
  const { code, title, englishTitle, text, englishText, place } = card
  return (
    <>
      <CardTitle svg={Squares} href={`${pathOf(code) ?? applicationHome(user, code)}${place}`}>
        {(isEnglish && englishTitle) || title}
      </CardTitle>
      <p className="td-card__soft td-card__two-lines">{(isEnglish && englishText) || text}</p>
    </>
  )
}

const SECTIONS = { services: 'applications', storage: 'storage', imports: 'imports' } as const

function CareContent({ card: { items }, user }: CardProps<'care'>) {
  const { t } = useTranslation('today')
  return (
    <>
      <CardTitle svg={Warning}>{t('care.title')}</CardTitle>
      <ul className="td-card__list">
        {items.map(({ code, count }) => (
          <li key={code}>
            <Link className="td-card__row" to={`${applicationHome(user, 'administration')}#/${SECTIONS[code]}`}>
              {t(`care.${code}`, { count })}
              <Icon svg={Caret} size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
