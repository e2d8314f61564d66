import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type { classList } from '../../contract/endpoints/people/roster.ts'
import { dateLocale } from '../../contract/rules/date-locale.ts'
import { useAppHeading } from '../../src/app/micro-apps/app-context.ts'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { nameIn, personName, useLanguage, usePortal, useTexts } from './portal-context.ts'

export type ShownClass = Pick<
  ResponseOf<typeof classList>,
  'classId' | 'name' | 'englishName' | 'campus' | 'headTeacher'
>

/** Above a class: the way back, its name, whose it is, and actions. On paper the school, the class and the date instead. */
export function ClassHeader({
  of,
  title,
  back,
  summary,
  children,
}: {
  /** Null until it is known. */
  of: ShownClass | null
  title: string
  back: { label: string; to: string }
  summary: string | null
  children?: ReactNode
}) {
  const t = useTexts()
  const language = useLanguage()
  const { user } = usePortal()
  const heading = useAppHeading(null, title, of ? title : undefined)
  const head = of?.headTeacher
    ? t('classes.head', { name: personName(of.headTeacher, language) })
    : of && t('classes.noHead')
  const [today] = useState(() => new Date())
  const date = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long' }).format(today)
  return (
    <header className="ro-head">
      <Link className="ro-back" to={back.to}>
        <Icon svg={CaretLeft} />
        {back.label}
      </Link>
      <p className="ro-paper">
        <span>{language === 'en' ? user.unitEnName || user.unitName : user.unitName}</span>
        <span>{date}</span>
      </p>
      <div className="ro-head__row">
        <div className="ro-head__words">
          <h1 ref={heading} className="ro-title" tabIndex={-1}>
            {title}
          </h1>
          <p className="ro-soft">
            {[summary, head, of?.campus && nameIn(of.campus, language)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="ro-actions">{children}</div>
      </div>
    </header>
  )
}
