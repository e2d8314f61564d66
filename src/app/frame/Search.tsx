import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { isOperatorsUnit, isStaff, PARENT } from '../../../contract/fields.ts'
import { showAction } from '../core/navigation/show-action.ts'
import { notify } from '../core/notices/notices.ts'
import { homePath } from '../core/session/home-path.ts'
import { documentUnit } from '../core/tenant/unit.ts'
import type { PlaceTools } from '../features/desktop/palette/place.ts'
import type { SearchPage } from '../features/desktop/palette/search.ts'
import SearchPalette from '../features/desktop/palette/SearchPalette.tsx'
import { familyDialog } from '../features/family/use-family.ts'
import { useLinkedAccounts } from '../features/family/linked-accounts.ts'
import { usePermitted } from '../ui/layout/Permitted.tsx'
import { frameDialog, openVoice } from './frame-dialog.ts'
import { canFillScreen, toggleFullscreen } from '../platform/fullscreen.ts'

const show = (dialog: 'logout' | 'messages' | 'theme'): void => frameDialog.set(dialog)

/** The search, with what the frame does. */
export default function Search({
  user,
  mobile,
  pages,
  voice,
  onClose,
}: {
  user: SessionUser
  mobile: boolean
  /** Of the open application. */
  pages: readonly SearchPage[]
  /** Opens the voice assistant. */
  voice: ReactNode
  onClose: () => void
}) {
  return (
    <SearchPalette
      user={user}
      mobile={mobile}
      pages={pages}
      tools={useTools(user)}
      voice={voice}
      onDialog={show}
      onClose={onClose}
    />
  )
}

/** What the user's tools do, for whom has them. */
function useTools(user: SessionUser): PlaceTools {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const hasOtherAccounts = useLinkedAccounts(user).length > 0
  const mayDrag = usePermitted('desktop_drag')
  return useMemo(
    (): PlaceTools => ({
      voice: () => openVoice(null),
      ...(!isOperatorsUnit(user.unitType) && { todos: () => frameDialog.set('todos') }),
      ...(user.userType === PARENT && {
        child: () => familyDialog.set('choose'),
        children: () => familyDialog.set('overview'),
      }),
      ...(hasOtherAccounts && {
        role() {
          showAction('own-menu')
          showAction('switch-role')
        },
      }),
      ...(mayDrag &&
        isStaff(user.userType) && {
          arrange: () => showAction('arrange-icons', () => void navigate(homePath(user))),
        }),
      ...(canFillScreen() && {
        fullscreen() {
          void toggleFullscreen().then((isDone) => isDone || notify('info', t('header.fullscreenByKey')))
        },
      }),
      ...(documentUnit()?.clientDownloads !== undefined && { downloads: () => frameDialog.set('downloads') }),
    }),
    [user, hasOtherAccounts, mayDrag, navigate, t],
  )
}
