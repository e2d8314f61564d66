import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import { useLinkedOverviews, type LinkedOverview } from '../../core/family/linked-overview.ts'
import { schoolName } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { SchoolPart } from '../../ui/layout/SchoolPart.tsx'
import { TodoRow } from './TodoRow.tsx'

interface Of {
  /** The child that the to-dos are about; all without it. */
  readonly child?: string | undefined
  /** Gets the focus when a row has gone. */
  readonly around: RefObject<HTMLElement | null>
}

/** The to-dos of linked accounts, answered in place. */
export default function LinkedTodos({
  userId,
  schools,
  ...of
}: { userId: string; schools: readonly LinkedSchool[] } & Of) {
  return useLinkedOverviews(userId, schools).map((overview) => (
    <SchoolTodos key={overview.school.userId} overview={overview} {...of} />
  ))
}

function SchoolTodos({ overview, child, around }: { overview: LinkedOverview } & Of) {
  const { t } = useTranslation('todos')
  const { school, data } = overview
  const name = schoolName(school, useLanguage())
  const todos = data?.todos.filter(({ childIds }) => child === undefined || childIds.includes(child)) ?? []
  const settle = async (answering: Promise<boolean>) => {
    if (await answering) around.current?.focus()
  }
  return (
    <SchoolPart overview={overview} name={name} count={todos.length} none={t('none')}>
      <ul className="t-list">
        {todos.map((todo) => (
          <TodoRow key={todo.id} todo={todo} school={school} onSettle={(answering) => void settle(answering)} />
        ))}
      </ul>
    </SchoolPart>
  )
}
