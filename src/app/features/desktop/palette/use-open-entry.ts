import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Person } from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { applicationPath } from '../../../../../contract/pages.ts'
import { openAddress } from '../../../core/navigation/open-address.ts'
import { notify } from '../../../core/notices/notices.ts'
import { applicationHome, composePath } from '../../../core/session/home-path.ts'
import { copyText } from '../../../ui/fields/copy-text.ts'
import { openSignedIn } from '../open-signed-in.ts'
import { recordAppOpen } from '../recent-apps.ts'
import { isExternal } from '../visible-icons.ts'
import type { Entry, Hit, PersonAction, Target } from './search.ts'

export const ADMINISTRATION = 'administration'
export const ATTENDANCE = 'attendance'

/** Returns what does an entry of the search: opens an application or page, runs an action, or does with a person what the entry says. */
export function useOpenEntry(user: SessionUser, platform: 'mobile' | 'pc'): (entry: Entry) => void {
  const { t } = useTranslation('desktop')
  const navigate = useNavigate()
  const openApplication = (icon: Target) => {
    if (icon.inside) {
      const path = applicationPath(icon.inside.code, icon.inside.deployPath, user.idPath, platform)
      void navigate(`${path}#/${icon.menuRoute}`)
      return
    }
    if (isExternal(icon)) {
      recordAppOpen(user, platform, icon)
      if (icon.ssoClientId !== undefined) void openSignedIn(icon.ssoClientId, icon.menuRoute)
      else window.open(icon.menuRoute, '_blank', 'noopener,noreferrer')
      return
    }
    void navigate(applicationPath(icon.code, icon.deployPath, user.idPath, platform))
  }
  const openPerson = ({ item: { id, studentId, attendanceGroup }, label }: Hit<Person>, does: PersonAction) => {
    switch (does) {
      case 'page':
        return navigate(
          `${applicationHome(user, ADMINISTRATION)}#/people/${studentId ? 'pupil' : 'account'}/${studentId ?? id}`,
        )
      case 'attendance':
        return navigate(
          `${applicationHome(user, ATTENDANCE)}#/group/${attendanceGroup}/month/${monthNow()}/${studentId ?? id}`,
        )
      case 'write':
        openAddress(composePath(user, { person: id }), navigate)
        return undefined
      case 'copy':
        return copyName(label)
    }
  }
  const copyName = async (name: string) => {
    if (await copyText(name)) notify('success', t('palette.copied', { name }))
    else notify('info', t('palette.notCopied', { name }), { duration: 8000 })
  }
  return (entry) => {
    switch (entry.kind) {
      case 'application':
        openApplication(entry.hit.item)
        return
      case 'action':
        entry.hit.item.run()
        return
      case 'person':
        void openPerson(entry.hit, entry.does)
        return
    }
  }
}

/** This month, by the reader's clock. */
function monthNow(): string {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
}
