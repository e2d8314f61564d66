import './list.css'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { NoData } from '../feedback/NoData.tsx'
import { Pager } from './Pager.tsx'
import type { ListQuery } from './use-list-query.ts'
import { useListTexts } from './use-list-texts.ts'

/** A page of a list with its pager, or why there is none: nothing yet, nothing found, or the page is gone. Screen readers are told how much was found. */
export function ListResult<Values extends { readonly page: number }>({
  list,
  size,
  total,
  shown,
  waits,
  none,
  hint,
  inCard = false,
  children,
}: {
  list: ListQuery<Values>
  /** Rows of a page. */
  size: number
  /** Rows of all pages. */
  total: number
  /** Rows of this page. */
  shown: number
  /** Another result is being loaded. */
  waits: boolean
  /** Shown while there is nothing in the whole list. */
  none: ReactNode
  /** What to try when nothing is found. */
  hint?: string
  /** It stands in a card already. */
  inCard?: boolean
  children: ReactNode
}) {
  const { t } = useListTexts()
  const { page } = list.values
  return (
    <>
      <p className="visually-hidden" role="status">
        {waits ? '' : t('found', { count: total })}
      </p>
      {total === 0 ? (
        <EmptyList list={list} none={none} hint={hint} inCard={inCard} />
      ) : shown === 0 ? (
        <div className="k-list k-list--empty" data-in-card={inCard || undefined}>
          <NoData
            title={t('pageGone')}
            action={<Button onClick={() => list.set('page', 1)}>{t('firstPage')}</Button>}
          />
        </div>
      ) : (
        <div className="k-list" data-in-card={inCard || undefined}>
          {children}
          <Pager page={page} size={size} total={total} waits={waits} onTurn={(wanted) => list.set('page', wanted)} />
        </div>
      )}
    </>
  )
}

/** In place of a list without rows: that nothing was found, with the way to the whole list, or what the page says while there is nothing yet. */
export function EmptyList<Values extends object>({
  list,
  none,
  hint,
  inCard = false,
}: {
  list: ListQuery<Values>
  none: ReactNode
  hint?: string | undefined
  inCard?: boolean
}) {
  const { t } = useListTexts()
  return (
    <div className="k-list k-list--empty" data-in-card={inCard || undefined}>
      {list.isLimited ? (
        <NoData
          title={t('nothing')}
          hint={hint ?? t('nothingHint')}
          action={<Button onClick={() => list.clear()}>{t('clear')}</Button>}
        />
      ) : (
        none
      )}
    </div>
  )
}
