import { useId, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { Todo } from '../../../../contract/endpoints/messages/todos.ts'
import { answerItem } from '../../core/answers/answer-item.ts'
import { takeBackAnswer, takeOff } from '../../core/answers/send-answer.ts'
import { useLinkedOverviews, type LinkedOverview } from '../../core/family/linked-overview.ts'
import { schoolName } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { AsOf } from '../../ui/feedback/AsOf.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SchoolHeading } from '../../ui/layout/SchoolHeading.tsx'
import { TodoRow } from './TodoRow.tsx'

/** The to-dos of linked accounts, about one child where one is given; answered in place. `around` gets the focus when a row has gone. */
export default function LinkedTodos({
  userId,
  schools,
  ...of
}: {
  userId: string
  schools: readonly LinkedSchool[]
  child?: string | undefined
  around: RefObject<HTMLElement | null>
}) {
  return useLinkedOverviews(userId, schools).map((overview) => (
    <SchoolTodos key={overview.school.userId} overview={overview} {...of} />
  ))
}

function SchoolTodos({
  overview: { school, data, isPending, hasFailed, asOf, refetch },
  child,
  around,
}: {
  overview: LinkedOverview
  child?: string | undefined
  around: RefObject<HTMLElement | null>
}) {
  const { t } = useTranslation('todos')
  const titleId = useId()
  const name = schoolName(school, useLanguage())
  const todos = data?.todos.filter(({ childIds }) => child === undefined || childIds.includes(child)) ?? []

  const answer = async ({ id, title, asks }: Todo) => {
    if (!asks) return
    const item = { kind: 'todo', id, title, text: asks.text, asks: asks.answer, account: school } as const
    if (await answerItem(item)) around.current?.focus()
  }

  const ignore = async ({ id }: Todo) => {
    const item = { kind: 'todo', id, account: school } as const
    try {
      await takeOff(item)
    } catch (error) {
      reportFailure(error)
      return
    }
    around.current?.focus()
    notify('success', t('ignored'), {
      action: { label: t('undo'), run: () => void takeBackAnswer(item).catch(reportFailure) },
    })
  }

  return (
    <section className="t-school" aria-labelledby={titleId}>
      <SchoolHeading id={titleId} name={name} count={todos.length} />
      {isPending && <Skeleton lines={2} />}
      {asOf !== null && <AsOf at={asOf} />}
      {hasFailed && (
        <p className="t-panel__none">
          {t('school.failed', { school: name })}
          <RetryButton kind="plain" onRetry={refetch} />
        </p>
      )}
      {data && todos.length === 0 && <p className="t-school__none">{t('school.none')}</p>}
      {todos.length > 0 && (
        <ul className="t-list">
          {todos.map((todo) => (
            <TodoRow
              key={todo.id}
              todo={todo}
              school={school}
              onAnswer={() => void answer(todo)}
              onIgnore={() => void ignore(todo)}
              onLeave={() => {}}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
