import download from '@phosphor-icons/core/regular/download-simple.svg?raw'
import squares from '@phosphor-icons/core/regular/squares-four.svg?raw'
import palette from '@phosphor-icons/core/regular/palette.svg?raw'
import signOutGlyph from '@phosphor-icons/core/regular/sign-out.svg?raw'
import swap from '@phosphor-icons/core/regular/user-switch.svg?raw'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { settingsPath } from '../../../../contract/pages.ts'
import { environment } from '../../core/session/flow/environment.ts'
import { askToSignInAgain } from '../../core/session/login-prompt.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { useLinkedAccounts } from '../../features/family/use-linked-accounts.ts'
import { Bell } from '../../features/messages/Bell.tsx'
import { ChildTool } from '../FamilyTools.tsx'
import { frameDialog, prepareDialog } from '../frame-dialog.ts'
import { homePath } from '../../core/session/home-path.ts'
import { canFillScreen, FullscreenTool } from './FullscreenTool.tsx'
import { LanguageTool } from './LanguageTool.tsx'
import { OwnAvatar } from './OwnAvatar.tsx'
import { SwitchRole } from './SwitchRole.tsx'
import { ToolButton, ToolLink, type HeaderTool } from './tools.tsx'

/** The tools of the header in their order; none without a user. `page`: the shown page, if a tool leads to it. */
export function useHeaderTools(
  user: SessionUser | null,
  page: 'desktop' | 'settings' | null,
  phone: boolean,
): HeaderTool[] {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const linkedAccounts = useLinkedAccounts(user)
  if (!user) return []
  const { hidesLogout } = environment()
  const mayDownload = documentUnit()?.clientDownloads !== undefined

  const tools: (HeaderTool | false)[] = [
    // A phone's bar has the messages.
    !phone && { key: 'messages', node: <Bell userId={user.userId} /> },
    {
      key: 'desktop',
      node: (
        <ToolButton
          label={t('desktop')}
          svg={squares}
          aria-current={page === 'desktop' ? 'page' : undefined}
          onClick={() => void navigate(homePath(user))}
        />
      ),
    },
    user.userType === 3 && { key: 'child', node: <ChildTool user={user} />, slots: 3 },
    {
      key: 'theme',
      node: (
        <ToolButton
          label={t('theme')}
          svg={palette}
          aria-haspopup="dialog"
          onPointerEnter={() => prepareDialog('theme')}
          onFocus={() => prepareDialog('theme')}
          onClick={() => frameDialog.set('theme')}
        />
      ),
    },
    linkedAccounts.length > 0 && { key: 'role', node: <SwitchRole user={user} accounts={linkedAccounts} /> },
    canFillScreen() && { key: 'fullscreen', node: <FullscreenTool /> },
    { key: 'language', node: <LanguageTool /> },
    mayDownload && {
      key: 'downloads',
      node: (
        <ToolButton
          label={t('header.download')}
          svg={download}
          aria-haspopup="dialog"
          onClick={() => frameDialog.set('downloads')}
        />
      ),
    },
    import.meta.env.DEV && {
      key: 'account-switch',
      node: <ToolButton label={t('header.switchAccount')} svg={swap} onClick={() => void askToSignInAgain()} />,
    },
    {
      key: 'account',
      node: (
        <ToolLink
          label={t('myAccount')}
          glyph={(size) => <OwnAvatar picture={user.userImgPath} sex={user.sex} size={size} />}
          to={settingsPath(user.unitType)}
          aria-current={page === 'settings' ? 'page' : undefined}
        />
      ),
    },
    !hidesLogout && {
      key: 'logout',
      node: (
        <ToolButton
          label={t('logout')}
          svg={signOutGlyph}
          aria-haspopup="dialog"
          onClick={() => frameDialog.set('logout')}
        />
      ),
    },
  ]
  return tools.filter((tool) => tool !== false)
}
