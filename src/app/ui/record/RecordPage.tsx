import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from './PageHead.tsx'

/**
 * The page of one record. Heading, hint and actions are made of it; until it is there, and when it is gone, the heading is `title`, which the access log has and which
 * therefore names no one.
 */
export function RecordPage<T>({
  record,
  isGone,
  title,
  back,
  renderHeading,
  renderHint,
  renderActions,
  gone,
  children,
}: {
  /** Undefined until it is loaded. */
  record: T | undefined
  /** The address has no such id, or the record was removed. */
  isGone: boolean
  title: string
  back: ComponentProps<typeof PageHead>['back']
  renderHeading: (record: T) => ReactNode
  renderHint?: (record: T) => ReactNode
  renderActions?: (record: T) => ReactNode
  /** In place of the content of a record that is gone. */
  gone: ReactNode
  /** The content, which shows loading and failures itself. */
  children: ReactNode
}) {
  const found = isGone ? undefined : record
  return (
    <>
      <PageHead
        title={title}
        shown={found === undefined ? title : renderHeading(found)}
        hint={found !== undefined && renderHint?.(found)}
        back={back}
      >
        {found !== undefined && renderActions?.(found)}
      </PageHead>
      {isGone ? gone : children}
    </>
  )
}
