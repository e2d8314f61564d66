import type { ReactNode } from 'react'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import type { usePages } from '../../../src/app/micro-apps/use-pages.ts'
import { LoadMoreList } from '../../../src/app/ui/layout/LoadMore.tsx'
import { KeptFocus } from '../../../src/app/ui/KeptFocus.tsx'
import { useRecordTexts } from '../NobodyCard.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'

/**
 * What waits for a decision or has got one, a card each, page by page. After a decision the focus goes to the card that is now in its place. `of`: the pages as `usePages`
 * returns them.
 */
export function RequestList<T>({
  of: pages,
  label,
  none,
  about,
  keyOf,
  isShown = () => true,
  children,
}: {
  of: ReturnType<typeof usePages<AnyEndpoint, T>>
  /** The name of the list. */
  label: string
  /** Shown where there is nothing. */
  none: { title: string; hint: string }
  /** A sentence above the list. */
  about?: string
  keyOf: (item: T) => string
  isShown?: (item: T) => boolean
  /** Draws a card. */
  children: (item: T) => ReactNode
}) {
  return (
    <KeptFocus className="k-stack" role="group" aria-label={label}>
      <Loaded query={pages} text={useRecordTexts()}>
        {(found) => {
          const shown = found.filter(isShown)
          if (shown.length === 0 && pages.end === 'done') return <NoDataCard {...none} />
          return (
            <>
              {about !== undefined && <p className="k-soft">{about}</p>}
              <LoadMoreList
                label={label}
                className="at-requests"
                items={shown}
                keyOf={keyOf}
                status={pages.end}
                onMore={() => void pages.fetchNextPage()}
              >
                {children}
              </LoadMoreList>
            </>
          )
        }}
      </Loaded>
    </KeptFocus>
  )
}
