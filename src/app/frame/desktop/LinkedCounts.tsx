import { useEffect } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useLinkedOverviews } from '../../core/family/linked-overview.ts'
import { useUsableSchools } from '../../core/family/use-home.ts'
import { linkedCounts } from '../../core/live/counts.ts'
import { useWhenIdle } from '../../core/timing/when-idle.ts'

/** Counts what waits at linked schools, for the badges of the header on every page. Draws nothing. */
export default function LinkedCounts({ user }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const overviews = useLinkedOverviews(user.userId, useUsableSchools(user), useWhenIdle(true))
  const known = overviews.flatMap(({ data, asOf }) => (data ? [{ ...data.total, asOf }] : []))
  const message = known.reduce((sum, one) => sum + one.message, 0)
  const todo = known.reduce((sum, one) => sum + one.todo, 0)
  const oldest = Math.min(...known.map(({ asOf }) => asOf ?? Infinity))
  const hasAny = known.length > 0
  useEffect(() => {
    if (!hasAny) return undefined
    linkedCounts.set({ counts: { message, todo }, at: Number.isFinite(oldest) ? oldest : null })
    return () => linkedCounts.set(null)
  }, [hasAny, message, todo, oldest])
  return null
}
