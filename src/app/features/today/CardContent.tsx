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
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { decideAbsence, reopenAbsence } from '../../../../contract/endpoints/attendance/absences.ts'
import { decideCorrection } from '../../../../contract/endpoints/attendance/attendance.ts'
import type { TodayCard } from '../../../../contract/endpoints/desktop/today.ts'
import { remindHandIn } from '../../../../contract/endpoints/storage/collections.ts'
import { textFor } from '../../../../contract/envelope.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { wallTime } from '../../../../contract/rules/zoned-time.ts'
import { answerItem } from '../../core/answers/answer-item.ts'
import { takeBackAnswer, takeOff } from '../../core/answers/send-answer.ts'
import { call } from '../../core/api/call.ts'
import { useAccount } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { applicationHome, composePath } from '../../core/session/home-path.ts'
import { nameIn, personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { useMayWrite } from '../../ui/layout/Permitted.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { formatDay, formatTime } from '../../ui/format/calendar.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
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
        <div>
          <dd>{due}</dd>
          <dt>{t('attendance.due')}</dt>
        </div>
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

function CorrectionsContent({ card: { waiting, next }, user }: CardProps<'corrections'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const name = personName(next.person, language)
  const approve = async () => {
    try {
      await call(decideCorrection, { correctionId: next.correctionId, approve: true, note: '' })
      notify('success', t('approved', { name }))
    } catch (error) {
      reportFailure(error)
    }
    await renewToday()
  }
  return (
    <>
      <CardTitle
        svg={ClockCounter}
        href={`${applicationHome(user, 'attendance')}#/corrections/waiting`}
        label={`${t('corrections.title')}: ${t('corrections.open')}`}
      >
        {t('corrections.title')}
        <span className="td-card__count">{t('awaiting', { count: waiting })}</span>
      </CardTitle>
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
          needsNetwork
          disabled={!next.mayDecide}
          onClick={() => void approve()}
        >
          {t('approve')}
        </Button>
      </div>
    </>
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
    <>
      <CardTitle
        svg={Clock}
        href={`${applicationHome(user, 'attendance')}#/corrections/uncertain`}
        label={`${t('uncertain.title')}: ${t('uncertain.open')}`}
      >
        {t('uncertain.title')}
        <span className="td-card__count">{t('uncertain.more', { count: waiting })}</span>
      </CardTitle>
      <p className="td-card__line">
        {personName(next.person, language)} · {t(`corrections.${next.direction}`)}
      </p>
      <p className="td-card__soft td-card__two-lines">
        {t('uncertain.between', {
          earliest: `${day(earliest)} ${time(earliest)}`,
          latest: isOneDay ? time(latest) : `${day(latest)} ${time(latest)}`,
        })}
      </p>
    </>
  )
}

function AbsencesContent({ card: { waiting, next }, user }: CardProps<'absences'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const name = personName(next.person, language)
  const { absenceId } = next
  const undo = async () => {
    try {
      await call(reopenAbsence, { absenceId })
      notify('success', t('absences.reopened', { name }))
    } catch (error) {
      reportFailure(error)
    }
    await renewToday()
  }
  const accept = async () => {
    try {
      await call(decideAbsence, { absenceId, accept: true, note: '' })
      notify('success', t('approved', { name }), {
        action: { label: t('todo.undo'), run: () => void undo() },
      })
    } catch (error) {
      reportFailure(error)
    }
    await renewToday()
  }
  return (
    <>
      <CardTitle
        svg={CalendarX}
        href={`${applicationHome(user, 'attendance')}#/absences/waiting`}
        label={`${t('absences.title')}: ${t('absences.open')}`}
      >
        {t('absences.title')}
        <span className="td-card__count">{t('awaiting', { count: waiting })}</span>
      </CardTitle>
      <p className="td-card__line">
        {name} · {t(`absences.kinds.${next.kind}`)}
      </p>
      <div className="td-card__foot">
        <p className="td-card__soft td-card__two-lines">
          {[absenceSpan(next, language), next.note].filter(Boolean).join(' · ')}
        </p>
        <Button
          className="td-card__action"
          aria-label={t('absences.acceptOf', { name })}
          needsNetwork
          disabled={!next.mayDecide}
          onClick={() => void accept()}
        >
          {t('approve')}
        </Button>
      </div>
    </>
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
        <CardTitle svg={ListChecks} href={url} label={`${t('todo.view')}: ${title}`}>
          {t('todo.title')}
          <span className="td-card__count">{t('todo.count', { count: total })}</span>
        </CardTitle>
      ) : (
        <h3 className="td-card__title">
          <Icon svg={ListChecks} size={18} />
          {t('todo.title')}
          <span className="td-card__count">{t('todo.count', { count: total })}</span>
        </h3>
      )}
      <p className="td-card__line">{title}</p>
      <div className="td-card__foot">
        <p className="td-card__soft td-card__two-lines">{due}</p>
        {url !== null && !isPage && (
          <a className="k-button k-button--quiet td-card__action" href={url} target="_blank" rel="noopener noreferrer">
            {t('todo.view')}
          </a>
        )}
        <Button
          className="td-card__action"
          aria-label={t('todo.answerOf', { action, title })}
          needsNetwork
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
      <CardTitle
        svg={Tray}
        href={`${applicationHome(user, 'files')}#/hand-ins/${id}`}
        label={`${t('handIn.title')}: ${t('see', { title })}`}
      >
        {t('handIn.title')}
        <span className="td-card__count">{t('handIn.count', { count: waiting })}</span>
      </CardTitle>
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
      <CardTitle
        svg={Tray}
        href={`${applicationHome(user, 'files')}#/hand-ins/${id}`}
        label={`${t('collecting.title')}: ${t('see', { title })}`}
      >
        {t('collecting.title')}
        <span className="td-card__count">{t('collecting.count', { handedIn, students })}</span>
      </CardTitle>
      <p className="td-card__line">{title}</p>
      <div className="td-card__foot">
        <p className="td-card__soft td-card__two-lines">{t('handIn.due', { time: formatDateTime(dueAt, language) })}</p>
        <Button
          className="td-card__action"
          aria-label={t('collecting.remindOf', { title })}
          needsNetwork
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
