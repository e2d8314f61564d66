import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { routePath, type AppRoute } from '../app-route.ts'
import { monthOf } from '../dates.ts'
import { nameIn } from '../name-in.ts'
import { useGroups, useLanguage, useTexts } from '../portal-context.ts'

export function GroupBar({
  group,
  view,
  at,
  stepper,
  children,
}: {
  group: string
  view: 'day' | 'month'
  at: string
  stepper: ReactNode
  children?: ReactNode
}) {
  const t = useTexts()
  const language = useLanguage()
  const navigate = useNavigate()
  const { groups, today } = useGroups()
  const dayPlace = (next: string, date: string): AppRoute => ({ page: 'day', group: next, date })
  const monthPlace = (next: string, month: string): AppRoute => ({ page: 'month', group: next, month })
  const month = view === 'month' ? at : monthOf(at)
  const date = view === 'day' ? at : monthOf(today) === at ? today : `${at}-01`
  const routeOf = (next: string) => (view === 'day' ? dayPlace(next, at) : monthPlace(next, at))
  return (
    <div className="at-bar">
      <label className="at-select">
        <span className="visually-hidden">{t('group.choose')}</span>
        <select value={group} onChange={(event) => void navigate(routePath(routeOf(event.currentTarget.value)))}>
          {groups.map((each) => (
            <option key={each.group} value={each.group}>
              {t('group.option', { name: nameIn(each, language), count: each.people })}
            </option>
          ))}
        </select>
      </label>
      <nav className="at-segments" aria-label={t('group.view')}>
        <Link to={routePath(dayPlace(group, date))} aria-current={view === 'day' ? 'true' : undefined}>
          {t('group.day')}
        </Link>
        <Link to={routePath(monthPlace(group, month))} aria-current={view === 'month' ? 'true' : undefined}>
          {t('group.month')}
        </Link>
      </nav>
      {stepper}
      {children}
    </div>
  )
}
