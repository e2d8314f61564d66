import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { reportFailure } from '../core/notices/report-failure.ts'
import { queryClient } from '../core/query/query-client.ts'
import { applicationHome } from '../core/session/home-path.ts'
import { useWhenIdle } from '../core/timing/when-idle.ts'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { applicationsOf, visibleGroups } from '../features/desktop/visible-icons.ts'
import { familyQuery, setCurrentChild, showChild } from '../features/family/family-store.ts'
import type { TodayProps } from '../features/today/CardContent.tsx'
import { familyDialog, overviewChild } from '../features/family/use-family.ts'

// The icons below do not depend on it.
const Today = lazy<ComponentType<TodayProps>>(() =>
  import('../features/today/Today.tsx').catch(() => ({ default: () => null })),
)

const ATTENDANCE = 'attendance'

/** The cards of today above the icons, in a place that is reserved for them. */
export function DesktopToday({ user, hasTodosBeside }: { user: SessionUser; hasTodosBeside: boolean }) {
  const navigate = useNavigate()
  const shown = useDesktop()
  const isReady = useWhenIdle(shown.status === 'live' || shown.status === 'stored')
  const icons = shown.status === 'live' || shown.status === 'stored' ? shown.data.icons : null
  const codes = useMemo(
    () => new Set(icons ? applicationsOf(visibleGroups(icons)).map(({ code }) => code) : []),
    [icons],
  )

  const openChild = async (studentId: string) => {
    const place = `${applicationHome(user, ATTENDANCE)}#/mine`
    try {
      const family = await queryClient.fetchQuery(familyQuery(user))
      const child = family.chirdenList.find(({ id }) => id === studentId)
      if (child && family.currentChirden?.id !== studentId) {
        await setCurrentChild(family, child)
        await showChild(user.userId, studentId)
        // Everything on the page is about the child before.
        location.assign(place)
        return
      }
      void navigate(place)
    } catch (error) {
      reportFailure(error)
    }
  }

  return (
    <div className="d-today">
      <Suspense fallback={null}>
        {isReady && (
          <Today
            user={user}
            codes={codes}
            hasTodosBeside={hasTodosBeside}
            onOpenChild={(studentId) => void openChild(studentId)}
            onShowTodos={(studentId) => {
              overviewChild.set(studentId)
              familyDialog.set('overview')
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
