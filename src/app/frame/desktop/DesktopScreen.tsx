import { useCallback, useMemo } from 'react'
import type { Icon } from '../../../../contract/endpoints/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { applicationPath } from '../../../../contract/pages.ts'
import { DesktopPage } from '../../features/desktop/DesktopPage.tsx'
import { loadDesktop } from '../../features/desktop/desktop-store.ts'
import { noteOpening } from '../../features/desktop/opened.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { checkSession } from '../../core/session/check-session.ts'
import { session } from '../../core/session/session-store.ts'
import { useTheme } from '../../features/theme/theme-store.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { FamilyOpener } from '../family/FamilyTools.tsx'
import { online } from '../../core/connectivity/online.ts'

async function load(): Promise<void> {
  await checkSession()
  if (session.current.status === 'in') await loadDesktop(session.current.user)
}

/** The desktop in the shell: where its icons lead, and what it is told of the network. */
export function DesktopScreen({ user, mobile }: { user: SessionUser | null; mobile: boolean }) {
  const language = useLanguage()
  const isOnline = useObservable(online)
  const theme = useTheme()
  const idPath = user?.idPath ?? 'tm'
  const pathOf = useCallback(
    (code: string, deployPath: string) => applicationPath(code, deployPath, idPath, mobile ? 'mobile' : 'pc'),
    [idPath, mobile],
  )
  const onLeave = useCallback(
    (icon: Icon) => {
      if (user) noteOpening(user, mobile ? 'mobile' : 'pc', icon)
    },
    [user, mobile],
  )
  const surroundings = useMemo(
    () => ({
      mobile,
      online: isOnline,
      theme,
      onLeave,
      ...(user?.userType === 3 && { beside: <FamilyOpener user={user} /> }),
    }),
    [mobile, isOnline, theme, onLeave, user],
  )
  return <DesktopPage language={language} pathOf={pathOf} surroundings={surroundings} onRetry={load} />
}
