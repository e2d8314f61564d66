import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Segments } from '../Segments.tsx'
import { routePath, type AppRoute } from '../app-route.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { monthOf } from '../../../src/app/ui/format/calendar.ts'
import { nameIn } from '../name-in.ts'
import { useGroups, useTexts, type Groups } from '../portal-context.ts'

/** Above the records of a group: which group, day or month, and which one. */
export function GroupBar({
  group,
  view,
  at,
  children,
}: {
  group: Groups['groups'][number]
  view: 'day' | 'month'
  at: string
  /** What steps to other days or months, and the export. */
  children: ReactNode
}) {
  const t = useTexts()
  const language = useLanguage()
  const navigate = useNavigate()
  const { groups, today } = useGroups()
  const { group: id } = group
  const dayPlace = (next: string, date: string): AppRoute => ({ page: 'day', group: next, date })
  const monthPlace = (next: string, month: string): AppRoute => ({ page: 'month', group: next, month })
  const month = view === 'month' ? at : monthOf(at)
  const date = view === 'day' ? at : monthOf(today) === at ? today : `${at}-01`
  const routeOf = (next: string) => (view === 'day' ? dayPlace(next, at) : monthPlace(next, at))
  return (
    <div className="at-bar">
      <label className="at-select">
        <span className="visually-hidden">{t('group.choose')}</span>
        <select
          className="k-field__input"
          value={id}
          onChange={(event) => void navigate(routePath(routeOf(event.currentTarget.value)))}
        >
          {groups.map((each) => (
            <option key={each.group} value={each.group}>
              {t('group.option', { name: nameIn(each, language), count: each.people })}
            </option>
          ))}
        </select>
      </label>
      <Segments
        label={t('group.view')}
        links={[
          { label: t('group.day'), to: dayPlace(id, date), current: view === 'day' },
          { label: t('group.month'), to: monthPlace(id, month), current: view === 'month' },
        ]}
      />
      {children}
    </div>
  )
}
