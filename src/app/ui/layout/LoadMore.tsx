import './load-more.css'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { LOAD_MORE_THRESHOLD } from '../../../../contract/limits.ts'
import { Button } from '../Button.tsx'
import { useKitTexts } from '../use-kit-texts.ts'

/** More is available, loading, failed, or this is all. */
export type LoadMoreStatus = 'more' | 'loading' | 'failed' | 'done'

/**
 * The end of a list that grows when it is within ten pixels of the view. The button does the same without scrolling, and after a failure, which is
 * not retried automatically.
 */
export function LoadMoreEnd({
  status,
  empty,
  isLong,
  onMore,
}: {
  status: LoadMoreStatus
  empty: boolean
  /** Whether more than the first page is there; without it, whether there ever was more. */
  isLong?: boolean
  /** Sets `status` to 'loading', then to the result. */
  onMore: () => void
}) {
  const { t } = useKitTexts()
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(onMore)
  const [hadMore, setHadMore] = useState(false)
  if (status === 'more' && !hadMore) setHadMore(true)

  // Observed again after each load: an end that stays in view reports no change.
  useEffect(() => {
    const element = end.current
    if (!element || status !== 'more' || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        load()
      },
      { root: scrollParent(element), rootMargin: `0px 0px ${LOAD_MORE_THRESHOLD}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [status])

  return (
    <div className="k-load-more__end" ref={end}>
      <p role="status">
        {status === 'loading' && t('loadingMore')}
        {status === 'failed' && t('loadFailed')}
        {/* The end of one page needs no words. */}
        {status === 'done' && (isLong ?? hadMore) && !empty && t('loadedAll')}
      </p>
      {status !== 'done' && (
        // Not disabled while loading, because it would lose the focus.
        <Button aria-disabled={status === 'loading' || undefined} onClick={() => status !== 'loading' && onMore()}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  )
}

/** The nearest scrolling ancestor; null for the window. */
function scrollParent(element: Element): Element | null {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}

/** A list that grows when its end comes into view, or by the button there. */
export function LoadMoreList<T>({
  label,
  items,
  keyOf,
  status,
  onMore,
  className,
  children,
}: {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  status: LoadMoreStatus
  /** Sets `status` to 'loading', then to the result. */
  onMore: () => void
  className?: string
  children: (item: T) => ReactNode
}) {
  const [firstPage, setFirstPage] = useState<number | null>(null)
  if (status === 'more' && firstPage === null) setFirstPage(items.length)
  const isLong = firstPage !== null && items.length > firstPage
  return (
    <div className="k-load-more">
      <ul className={className} aria-label={label} aria-busy={status === 'loading'}>
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <LoadMoreEnd status={status} empty={items.length === 0} isLong={isLong} onMore={onMore} />
    </div>
  )
}
