import Student from '@phosphor-icons/core/regular/student.svg?react'
import Warning from '@phosphor-icons/core/regular/warning-circle.svg?react'
import { useTranslation } from 'react-i18next'
import type { Absence } from '../../../../contract/endpoints/attendance/attendance.ts'
import { addDays } from '../../../../contract/rules/zoned-time.ts'
import { excuseRequest } from '../../core/absences/excuse-request.ts'
import { useAccount } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { applicationHome } from '../../core/session/home-path.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { formatShortDay, formatTime } from '../../ui/format/calendar.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { CardProps } from './card-props.ts'
import { CardTitle } from './CardTitle.tsx'
import { DayLine } from './DayLine.tsx'
import { renewToday } from './today-query.ts'

/** A child's day: where it is, the line of the day, and what can be done about it. */
export function ChildCard({ card, user, timeZone, date, at, onOpenChild, onShowTodos }: CardProps<'child'>) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const { studentId, todos, absence } = card
  const name = personName(card, language)
  const isToday = absence !== null && absence.firstDate <= date
  const holds = absence?.state === 'open' || absence?.state === 'accepted'
  const excuse = isToday && holds ? absence : null
  const where = whereIs(card, excuse !== null)
  const timeOf = (moment: string | null) => (moment === null ? '' : formatTime(moment, timeZone, language))
  return (
    <>
      <CardTitle
        svg={Student}
        href={`${applicationHome(user, 'attendance')}#/mine?student=${studentId}`}
        label={t('child.open', { name })}
        onFollow={() => onOpenChild(studentId)}
        aside={
          <span className="td-card__where" data-tone={where === 'overdue' ? 'warning' : undefined}>
            {where === 'overdue' && <Icon svg={Warning} size={16} />}
            {t(`child.${where}`, { time: timeOf(where === 'out' ? card.lastOut : card.firstIn) })}
          </span>
        }
      >
        <span className="td-card__name">{name}</span>
      </CardTitle>
      {card.due ? (
        <DayLine card={card} date={date} timeZone={timeZone} at={at} excuse={excuse} />
      ) : (
        <p className="td-card__soft">{t('child.offHint')}</p>
      )}
      <div className="td-card__foot">
        <p className="td-card__soft td-card__two-lines">
          {absence && <AbsenceState absence={absence} isToday={isToday} />}
        </p>
        {card.mayExcuse && <ExcuseButton card={card} date={date} name={name} />}
        {todos > 0 && (
          <Button
            className="td-card__action"
            aria-label={t('child.todosOf', { count: todos, name })}
            onClick={() => onShowTodos(studentId)}
          >
            {t('child.todos', { count: todos })}
          </Button>
        )}
      </div>
    </>
  )
}

/** The key of the text that says where a child is. */
function whereIs({ status, due, firstIn, lastOut, overdue }: CardProps<'child'>['card'], isExcused: boolean) {
  if (lastOut !== null) return 'out'
  if (firstIn !== null) return status === 'late' || status === 'late_early' ? 'late' : 'in'
  if (!due) return 'off'
  if (overdue || status === 'absent') return 'overdue'
  return isExcused ? 'excused' : 'expected'
}

function AbsenceState({ absence, isToday }: { absence: Absence; isToday: boolean }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const { firstDate, state } = absence
  if (state === 'withdrawn') return null
  return isToday ? t(`absence.${state}`) : t(`absence.${state}On`, { day: formatShortDay(firstDate, language) })
}

/** Excuses the child, or changes the notice of today while it waits. */
function ExcuseButton({ card, date, name }: { card: CardProps<'child'>['card']; date: string; name: string }) {
  const { t } = useTranslation('today')
  const account = useAccount()
  const { studentId, absence } = card
  const isToday = absence !== null && absence.firstDate <= date
  const changes = isToday && absence.mayChange ? absence : null
  const proposed = isToday && absence.state === 'accepted' ? addDays(absence.lastDate, 1) : date
  const action = t(changes ? 'child.change' : 'child.excuse')
  return (
    <Button
      className="td-card__action"
      aria-haspopup="dialog"
      aria-label={t(changes ? 'child.changeOf' : 'child.excuseOf', { name })}
      onClick={() =>
        excuseRequest.set({
          account: account?.userId ?? null,
          studentId,
          name,
          date: proposed,
          today: date,
          notice: changes,
          onChanged: () => void renewToday(),
        })
      }
    >
      {action}
    </Button>
  )
}
