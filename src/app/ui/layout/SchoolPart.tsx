import { useId, type ReactNode, type RefObject } from 'react'
import type { LinkedOverview } from '../../core/family/linked-overview.ts'
import { AsOf } from '../feedback/AsOf.tsx'
import { RetryButton } from '../feedback/RetryButton.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { useKitTexts } from '../use-kit-texts.ts'
import { SchoolHeading } from './SchoolHeading.tsx'

/** What is of one linked school, `count` entries in `children`: below its heading, with what is known of them. `none`: said where there are none. */
export function SchoolPart({
  overview: { data, isPending, hasFailed, asOf, refetch },
  titleAs,
  name,
  count,
  none,
  place,
  children,
}: {
  overview: Pick<LinkedOverview, 'data' | 'isPending' | 'hasFailed' | 'asOf' | 'refetch'>
  titleAs?: 'h2' | 'h3'
  name: string
  count: number
  none: string
  /** Gets the focus when an entry has gone. */
  place?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const { t } = useKitTexts()
  const id = useId()
  return (
    <section ref={place} className="k-school-part k-focus-target" aria-labelledby={id} tabIndex={-1}>
      <SchoolHeading {...(titleAs && { as: titleAs })} id={id} name={name} count={count} />
      {isPending && <Skeleton lines={2} />}
      {asOf !== null && <AsOf at={asOf} />}
      {hasFailed && (
        <p className="k-note">
          {t('school.failed', { school: name })} <RetryButton kind="plain" onRetry={refetch} />
        </p>
      )}
      {data && count === 0 && <p className="k-note">{none}</p>}
      {count > 0 && children}
    </section>
  )
}
