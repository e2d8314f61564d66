import Arrow from '@phosphor-icons/core/regular/arrow-square-out.svg?react'
import CalendarCheck from '@phosphor-icons/core/regular/calendar-check.svg?react'
import Caret from '@phosphor-icons/core/regular/caret-right.svg?react'
import ClockCounter from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import Squares from '@phosphor-icons/core/regular/squares-four.svg?react'
import Tray from '@phosphor-icons/core/regular/tray-arrow-up.svg?react'
import Student from '@phosphor-icons/core/regular/student.svg?react'
import UsersThree from '@phosphor-icons/core/regular/users-three.svg?react'
import Warning from '@phosphor-icons/core/regular/warning-circle.svg?react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { decideCorrection } from '../../../../contract/endpoints/attendance/attendance.ts'
import type { LinkedSchool } from '../../../../contract/endpoints/linked-schools.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { TodayCard } from '../../../../contract/endpoints/today.ts'
import { remindHandIn } from '../../../../contract/endpoints/storage/collections.ts'
import { textFor } from '../../../../contract/envelope.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { answerItem } from '../../core/answers/answer-item.ts'
import { takeBackAnswer, takeOff } from '../../core/answers/send-answer.ts'
import { call } from '../../core/api/call.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { schoolAddress, schoolName, useAccount } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { applicationHome } from '../../core/session/home-path.ts'
import { nameIn, personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { formatDay, formatTime } from '../../ui/format/calendar.ts'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import { renewToday } from './today-query.ts'

export interface CardsProps {
  readonly user: SessionUser
  /** Codes of the applications on the desktop. */
  readonly codes: ReadonlySet<string>
  /** The page of an application on the desktop. */
  readonly pathOf: (code: string) => string | undefined
  /** The list of to-dos stands beside the desktop. */
  readonly hasTodosBeside: boolean
  /** Shows a child in the attendance application. */
  readonly onOpenChild: (studentId: string) => void
  /** Shows what is open about a child. */
  readonly onShowTodos: (studentId: string) => void
}

type CardOf<Kind extends TodayCard['kind']> = Extract<TodayCard, { kind: Kind }>

interface CardProps<Kind extends TodayCard['kind']> extends CardsProps {
  readonly card: CardOf<Kind>
  /** Of the unit. */
  readonly timeZone: string
  /** Today, YYYY-MM-DD. */
  readonly date: string
}

export function CardContent({ card, ...props }: CardProps<TodayCard['kind']>) {
  switch (card.kind) {
    case 'attendance':
      return <AttendanceContent card={card} {...props} />
    case 'corrections':
      return <CorrectionsContent card={card} {...props} />
    case 'child':
      return <ChildContent card={card} {...props} />
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

/** A card's title, which leads to its place from anywhere on the card; for a linked account in the portal of its school. */
function Title({
  svg,
  href,
  label,
  children,
  onFollow,
}: {
  svg: SvgComponent
  href: string
  /** What the link says, where it is more than the title. */
  label?: string
  children: ReactNode
  onFollow?: () => void
}) {
  const account = useAccount()
  if (account)
    return (
      <h3 className="td-card__title">
        <Icon svg={svg} size={18} />
        <SchoolLink account={account} href={href} label={label}>
          {children}
        </SchoolLink>
      </h3>
    )
  return (
    <h3 className="td-card__title">
      <Icon svg={svg} size={18} />
      <Link
        className="td-card__link"
        to={href}
        aria-label={label}
        onClick={(event) => {
          if (!onFollow) return
          event.preventDefault()
          onFollow()
        }}
      >
        {children}
      </Link>
    </h3>
  )
}

/** Leads to the other school's portal, where the person signs in as usual; without an address of its own it says so. */
function SchoolLink({
  account,
  href,
  label,
  children,
}: {
  account: LinkedSchool
  href: string
  label: string | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('today')
  const school = schoolName(account, useLanguage())
  const address = schoolAddress(account, href)
  if (address === null)
    return (
      <button
        type="button"
        className="td-card__link"
        aria-label={label && t('school.at', { label, school })}
        onClick={() => notify('info', t('school.signInThere', { school }))}
      >
        {children}
      </button>
    )
  return (
    <a
      className="td-card__link"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label && t('school.open', { school, what: label })}
      title={label && t('school.open', { school, what: label })}
    >
      {children}
      <Icon svg={Arrow} size={14} />
    </a>
  )
}

function AttendanceContent({
  card: { group, due, present, late, absent, ...names },
  user,
  date,
}: CardProps<'attendance'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const name =
    group === null ? t('attendance.pupils') : group === 'staff' ? t('attendance.staff') : nameIn(names, language)
  const place = group === null ? '#/group' : `#/group/${group}/${date}`
  const numbers = [
    ['present', present],
    ['late', late],
    ['absent', absent],
  ] as const
  return (
    <>
      <Title
        svg={UsersThree}
        href={`${applicationHome(user, 'attendance')}${place}`}
        label={`${name}: ${t('attendance.open')}`}
      >
        {name}
      </Title>
      <dl className="td-card__numbers">
        {numbers.map(([key, number]) => (
          <div key={key} data-number={number > 0 ? key : undefined}>
            <dd>{number}</dd>
            <dt>{t(`attendance.${key}`)}</dt>
          </div>
        ))}
        <div>
          <dd>{due}</dd>
          <dt>{t('attendance.due')}</dt>
        </div>
      </dl>
    </>
  )
}

function CorrectionsContent({ card: { waiting, next }, user }: CardProps<'corrections'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const online = useOnline()
  const name = personName(next.person, language)
  const approve = async () => {
    try {
      await call(decideCorrection, { correctionId: next.correctionId, approve: true, note: '' })
      notify('success', t('corrections.approved', { name }))
    } catch (error) {
      reportFailure(error)
    }
    await renewToday()
  }
  return (
    <>
      <Title
        svg={ClockCounter}
        href={`${applicationHome(user, 'attendance')}#/corrections/waiting`}
        label={`${t('corrections.title')}: ${t('corrections.open')}`}
      >
        {t('corrections.title')}
        <span className="td-card__count">{t('corrections.more', { count: waiting })}</span>
      </Title>
      <p className="td-card__line">
        {name} · {next.time} {t(`corrections.${next.direction}`)}
      </p>
      <div className="td-card__foot">
        <p className="td-card__soft td-card__two-lines">
          {formatDay(next.date, language)} · {next.reason}
        </p>
        <Button
          className="td-card__action"
          aria-label={t('corrections.approveOf', { name })}
          disabled={!online || !next.mayDecide}
          onClick={() => void approve()}
        >
          {t('corrections.approve')}
        </Button>
      </div>
    </>
  )
}

function ChildContent({ card, user, timeZone, onOpenChild, onShowTodos }: CardProps<'child'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const { studentId, todos } = card
  const name = personName(card, language)
  const at = (moment: string) => formatTime(moment, timeZone, language)
  const arrival = () => {
    if (card.firstIn !== null) {
      const isLate = card.status === 'late' || card.status === 'late_early'
      return t(isLate ? 'child.late' : 'child.in', { time: at(card.firstIn) })
    }
    if (!card.due) return t('child.off')
    return t(card.overdue ? 'child.overdue' : 'child.expected')
  }
  return (
    <>
      <Title
        svg={Student}
        href={`${applicationHome(user, 'attendance')}#/mine?student=${studentId}`}
        label={t('child.open', { name })}
        onFollow={() => onOpenChild(studentId)}
      >
        {name}
      </Title>
      <p className="td-card__line" data-tone={card.overdue ? 'warning' : undefined}>
        {card.overdue && <Icon svg={Warning} size={18} />}
        {arrival()}
        {card.lastOut !== null && ` · ${t('child.out', { time: at(card.lastOut) })}`}
      </p>
      {todos > 0 && (
        <div className="td-card__foot">
          <Button
            className="td-card__action"
            aria-label={t('child.todosOf', { count: todos, name })}
            onClick={() => onShowTodos(studentId)}
          >
            {t('child.todos', { count: todos })}
          </Button>
        </div>
      )}
    </>
  )
}

function OwnContent({ card, user, timeZone }: CardProps<'own'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const { firstIn, lastOut, lateMinutes: minutes, overdue } = card
  const at = (moment: string) => formatTime(moment, timeZone, language)
  return (
    <>
      <Title svg={CalendarCheck} href={`${applicationHome(user, 'attendance')}#/mine`}>
        {t('own.title')}
      </Title>
      <p className="td-card__line" data-tone={overdue ? 'warning' : undefined}>
        {overdue && <Icon svg={Warning} size={18} />}
        {firstIn === null
          ? t(overdue ? 'own.overdue' : 'own.expected')
          : t(minutes > 0 ? 'own.late' : 'own.in', { time: at(firstIn), minutes })}
        {lastOut !== null && ` · ${t('own.out', { time: at(lastOut) })}`}
      </p>
    </>
  )
}

function TodosContent({ card: { total, next } }: CardProps<'todos'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const online = useOnline()
  const account = useAccount()
  const title = textFor(language, next.title)
  const { asks, dueOn, url } = next
  const isPage = url !== null && !/^https?:/i.test(url) && pageOf(new URL(url, location.origin).pathname) !== null
  const item = { kind: 'todo', id: next.id, title: next.title, account } as const

  const ignoreTodo = async () => {
    try {
      await takeOff(item)
      notify('success', t('todo.saidIgnored'), {
        action: { label: t('todo.undo'), run: () => void takeBackAnswer(item).catch(reportFailure) },
      })
    } catch (error) {
      reportFailure(error)
    }
  }
  const settle = async () => {
    if (asks) await answerItem({ ...item, text: asks.text, asks: asks.answer })
    else await ignoreTodo()
    await renewToday()
  }
  const action = t(`todo.${asks?.answer ?? 'ignore'}`)
  const due = dueOn && t('todo.due', { day: formatDay(dueOn, language) })
  return (
    <>
      {isPage ? (
        <Title svg={ListChecks} href={url} label={`${t('todo.view')}: ${title}`}>
          {t('todo.title')}
          <span className="td-card__count">{t('todo.count', { count: total })}</span>
        </Title>
      ) : (
        <h3 className="td-card__title">
          <Icon svg={ListChecks} size={18} />
          {t('todo.title')}
          <span className="td-card__count">{t('todo.count', { count: total })}</span>
        </h3>
      )}
      <p className="td-card__line">{title}</p>
      <div className="td-card__foot">
        <p className="td-card__soft">{due}</p>
        {url !== null && !isPage && (
          <a className="k-button k-button--quiet td-card__action" href={url} target="_blank" rel="noopener noreferrer">
            {t('todo.view')}
          </a>
        )}
        <Button
          className="td-card__action"
          aria-label={t('todo.answerOf', { action, title })}
          disabled={!online}
          onClick={() => void settle()}
        >
          {action}
        </Button>
      </div>
    </>
  )
}

function HandInContent({ card: { id, title, dueAt, isLate, student, waiting }, user }: CardProps<'handIn'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  return (
    <>
      <Title
        svg={Tray}
        href={`${applicationHome(user, 'files')}#/hand-ins/${id}`}
        label={`${t('handIn.title')}: ${t('handIn.open', { title })}`}
      >
        {t('handIn.title')}
        <span className="td-card__count">{t('handIn.count', { count: waiting })}</span>
      </Title>
      <p className="td-card__line">{student ? t('handIn.of', { name: nameIn(student, language), title }) : title}</p>
      <p className="td-card__soft" data-tone={isLate ? 'warning' : undefined}>
        {isLate ? t('handIn.late') : t('handIn.due', { time: formatDateTime(dueAt, language) })}
      </p>
    </>
  )
}

function CollectingContent({ card: { id, title, dueAt, handedIn, students }, user }: CardProps<'collecting'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const online = useOnline()
  const remind = async () => {
    try {
      await call(remindHandIn, { id })
      notify('success', t('collecting.reminded'))
    } catch (error) {
      reportFailure(error)
    }
  }
  return (
    <>
      <Title
        svg={Tray}
        href={`${applicationHome(user, 'files')}#/hand-ins/${id}`}
        label={`${t('collecting.title')}: ${t('collecting.open', { title })}`}
      >
        {t('collecting.title')}
        <span className="td-card__count">{t('collecting.count', { handedIn, students })}</span>
      </Title>
      <p className="td-card__line">{title}</p>
      <div className="td-card__foot">
        <p className="td-card__soft">{t('handIn.due', { time: formatDateTime(dueAt, language) })}</p>
        <Button
          className="td-card__action"
          aria-label={t('collecting.remindOf', { title })}
          disabled={!online}
          onClick={() => void remind()}
        >
          {t('collecting.remind')}
        </Button>
      </div>
    </>
  )
}

function ApplicationContent({ card, user, pathOf }: CardProps<'application'>) {
  const language = useLanguage()
  const isEnglish = language === 'en'
  const { code, title, englishTitle, text, englishText, place } = card
  return (
    <>
      <Title svg={Squares} href={`${pathOf(code) ?? applicationHome(user, code)}${place}`}>
        {(isEnglish && englishTitle) || title}
      </Title>
      <p className="td-card__soft td-card__two-lines">{(isEnglish && englishText) || text}</p>
    </>
  )
}

const SECTIONS = { services: 'applications', storage: 'storage', imports: 'imports' } as const

function CareContent({ card: { items }, user }: CardProps<'care'>) {
  const { t } = useTranslation('today')
  return (
    <>
      <h3 className="td-card__title">
        <Icon svg={Warning} size={18} />
        {t('care.title')}
      </h3>
      <ul className="td-card__list">
        {items.map(({ code, count }) => {
          return (
            <li key={code}>
              <Link className="td-card__row" to={`${applicationHome(user, 'administration')}#/${SECTIONS[code]}`}>
                {t(`care.${code}`, { count })}
                <Icon svg={Caret} size={16} />
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
