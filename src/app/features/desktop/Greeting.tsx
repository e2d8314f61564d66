import { useLanguage } from '../../core/language/use-language.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhenIdle } from '../../core/timing/when-idle.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { formatDate } from '../../ui/format/format.ts'
import { schoolTerm } from './school-term.ts'

export function partOfDay(hour: number): 'morning' | 'noon' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 11) return 'morning'
  if (hour >= 11 && hour < 13) return 'noon'
  return hour >= 13 && hour < 18 ? 'afternoon' : 'evening'
}

/** Says hello by the reader's time of day, with today's date, which a desktop that stays open follows, and with the term of the school. */
export function Greeting({ name, school }: { name: string; school: Pick<SessionUser, 'year' | 'term'> }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const term = schoolTerm(t, school)
  const [now, setNow] = useState(() => new Date())
  // When idle: the first date in a language takes a slow phone 50 ms.
  const isIdle = useWhenIdle(true)
  const date = useMemo(
    () => isIdle && formatDate(now, language, { month: 'long', day: 'numeric', weekday: 'long' }),
    [isIdle, language, now],
  )

  useEffect(() => {
    const nextHour = new Date(now).setMinutes(60, 0, 0)
    const timer = setTimeout(() => setNow(new Date()), nextHour - now.getTime())
    return () => clearTimeout(timer)
  }, [now])
  return (
    <div className="d-greeting">
      <h1>
        <span className="d-greeting__now">
          {t(`greeting.${partOfDay(now.getHours())}`)}
          {language === 'en' ? ', ' : '，'}
        </span>
        {name}
      </h1>
      <div className="d-greeting__line">
        <p className="d-greeting__now">{date}</p>
        {term !== null && <p>{term}</p>}
      </div>
    </div>
  )
}
