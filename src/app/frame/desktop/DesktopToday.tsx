import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { applicationPath, settingsPath } from '../../../../contract/pages.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { applicationHome } from '../../core/session/home-path.ts'
import { useDesktopData } from '../../features/desktop/desktop-store.ts'
import { applicationsOf, isExternal, visibleGroups } from '../../features/desktop/visible-icons.ts'
import { findChild, useHomeParts } from '../../features/family/home-children.ts'
import { familyQuery, setCurrentChild, showChild } from '../../features/family/family-store.ts'
import { personName } from '../../micro-apps/names.ts'
import Today from '../../features/today/Today.tsx'
import { familyDialog, overviewChild } from '../../features/family/use-family.ts'

const ATTENDANCE = 'attendance'

export interface DesktopTodayProps {
  readonly user: SessionUser
  readonly mobile: boolean
  readonly hasTodosBeside: boolean
}

/** The cards of today, with what the frame knows of applications and children. Loaded after the icons. */
export default function DesktopToday({ user, mobile, hasTodosBeside }: DesktopTodayProps) {
  const navigate = useNavigate()
  const language = useLanguage()
  const icons = useDesktopData()?.icons
  const applications = useMemo(() => (icons ? applicationsOf(visibleGroups(icons)) : []), [icons])
  const codes = useMemo(() => new Set(applications.map(({ code }) => code)), [applications])
  const pathOf = (code: string) => {
    const found = applications.find((one) => one.code === code)
    return found && !isExternal(found)
      ? applicationPath(code, found.deployPath, user.idPath, mobile ? 'mobile' : 'pc')
      : undefined
  }

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

  const { schools, chosen, parts } = useHomeParts(user)
  const child = findChild(parts, chosen)

  return (
    <Today
      user={user}
      schools={schools}
      chosen={chosen && { ...chosen, name: child ? personName(child, language) : '' }}
      accountPath={settingsPath(user.unitType)}
      codes={codes}
      pathOf={pathOf}
      hasTodosBeside={hasTodosBeside}
      onOpenChild={(studentId) => void openChild(studentId)}
      onShowTodos={(about) => {
        overviewChild.set(about)
        familyDialog.set('overview')
      }}
    />
  )
}
