import { useState, type ReactNode } from 'react'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type { classList } from '../../contract/endpoints/people/roster.ts'
import { PageHead } from '../../src/app/ui/record/PageHead.tsx'
import { nameIn, personName, useLanguage, usePortal, useTexts } from './portal-context.ts'
import { formatDate } from '../../src/app/ui/format/format.ts'

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
  const head = of?.headTeacher
    ? t('classes.head', { name: personName(of.headTeacher, language) })
    : of && t('classes.noHead')
  const [today] = useState(() => new Date())
  const date = formatDate(today, language, { dateStyle: 'long' })
  return (
    <PageHead
      title={title}
      details={of ? title : undefined}
      hint={[summary, head, of?.campus && nameIn(of.campus, language)].filter(Boolean).join(' · ')}
      back={back}
      above={
        <p className="ro-paper">
          <span>{language === 'en' ? user.unitEnName || user.unitName : user.unitName}</span>
          <span>{date}</span>
        </p>
      }
    >
      {children}
    </PageHead>
  )
}
