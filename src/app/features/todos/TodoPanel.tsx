import './todos.css'
import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import zhCN from '../../locales/zh-CN/todos.json'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import { useKeptResponse } from '../../core/query/use-kept-response.ts'
import { IconButton } from '../../ui/Button.tsx'
import { AsOf } from '../../ui/feedback/AsOf.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { TodoRow } from './TodoRow.tsx'
import { keepTodos, todoQuery } from './todo-pages.ts'
import { latePart } from '../../ui/late-part.tsx'
import { useFocusAfter } from '../../ui/use-focus-after.ts'

addTexts('zh-CN', 'todos', zhCN)

// Most people have none.
const LinkedTodos = latePart(() => import('./LinkedTodos.tsx'))

/** What a list of to-dos is narrowed to, for a parent. */
export interface TodosOf {
  /** Of the own school only what is about this child. */
  readonly child?: { readonly id: string; readonly name: string } | undefined
  /** Linked accounts at other schools, whose to-dos stand below; of the chosen child alone where it is theirs. */
  readonly schools?: readonly LinkedSchool[] | undefined
  readonly schoolChild?: string | undefined
  /** The chosen child is at another school. */
  readonly isOwnHidden?: boolean | undefined
}

/** The to-dos, three a page, with their actions. With `onClose` it has a button that closes it. */
export function TodoPanel({ userId, onClose, ...of }: { userId: string; onClose?: () => void } & TodosOf) {
  const { t } = useTranslation('todos')
  const titleId = useId()
  const element = useRef<HTMLElement>(null)
  const { child, schools = [], schoolChild, isOwnHidden = false } = of
  const { data } = useQuery({ ...todoQuery(0, child?.id), enabled: !isOwnHidden })
  const total = (!isOwnHidden && data?.total) || 0
  return (
    <aside ref={element} className="t-panel" aria-labelledby={titleId} tabIndex={-1}>
      <div className="t-panel__head">
        <Icon svg={ListChecks} />
        <h2 id={titleId}>{t('title')}</h2>
        {total > 0 && <span className="k-number t-panel__count">{total}</span>}
        {onClose && <IconButton label={t('close')} svg={X} size={18} onClick={onClose} />}
      </div>
      {!isOwnHidden && <TodoList key={child?.id ?? ''} userId={userId} around={element} child={child} />}
      {schools.length > 0 && <LinkedTodos userId={userId} schools={schools} child={schoolChild} around={element} />}
    </aside>
  )
}

/** The list in a panel or a dialog; `around` gets the focus when the last to-do has gone. `onLeave`: the user goes to another page. */
export function TodoList({
  userId,
  around,
  child,
  onLeave,
}: {
  userId: string
  around: RefObject<HTMLElement | null>
  child?: TodosOf['child']
  onLeave?: () => void
}) {
  const { t } = useTranslation('todos')
  const [page, setPage] = useState(0)
  const query = useQuery(todoQuery(page, child?.id))
  const asOf = useKeptResponse(keepTodos, userId, child?.id ?? null, query)
  const shown = query.data ?? null
  // Also where a page did not load: the one before it may be there.
  const pageNow = shown?.page ?? page
  const pages = shown ? shown.pages : query.isError ? page + 1 : 1
  // The page may have become empty.
  if (shown && !query.isPlaceholderData && shown.page !== page) setPage(shown.page)
  const leave = useFocusAfter(around, shown)

  return (
    <>
      <p className="visually-hidden" role="status">
        {shown && shown.total > 0 && t('announced', { count: shown.total })}
      </p>
      {asOf !== null && <AsOf at={asOf} />}
      <Loaded query={query} lines={3} text={{ failed: t('failed'), offline: t('failed') }}>
        {({ list, total }) =>
          total === 0 ? (
            <p className="t-panel__none">
              {child ? t('noneOf', { name: child.name }) : t('none')}
              <span>{t('noneHint')}</span>
            </p>
          ) : (
            <ul className="t-list">
              {list.map((todo, at) => (
                <TodoRow
                  key={todo.id}
                  todo={todo}
                  onSettle={(answering) => void leave(at, answering)}
                  onLeave={onLeave}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {pages > 1 && (
        <div className="t-panel__pages">
          <IconButton
            label={t('previous')}
            svg={CaretLeft}
            aria-disabled={pageNow === 0 || undefined}
            onClick={() => pageNow > 0 && setPage(pageNow - 1)}
          />
          <span aria-hidden="true">{`${pageNow + 1} / ${pages}`}</span>
          <span className="visually-hidden" role="status">
            {t('page', { page: pageNow + 1, pages })}
          </span>
          <IconButton
            label={t('next')}
            svg={CaretRight}
            aria-disabled={pageNow + 1 >= pages || undefined}
            onClick={() => pageNow + 1 < pages && setPage(pageNow + 1)}
          />
        </div>
      )}
    </>
  )
}
