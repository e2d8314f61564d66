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
import type { LinkedAccount } from '../../core/storage/linked-accounts-key.ts'
import { frameDialog, prepareDialog } from '../frame-dialog.ts'
import { homePath } from '../../core/session/home-path.ts'
import { canFillScreen } from './fullscreen.ts'
import { FullscreenTool } from './FullscreenTool.tsx'
import { LanguageTool } from './LanguageTool.tsx'
import { OwnAvatar } from './OwnAvatar.tsx'
import { SwitchRole } from '../family/SwitchRole.tsx'
import { ToolButton } from './ToolButton.tsx'
import { ToolLink } from './ToolLink.tsx'
import type { HeaderTool } from './tools.ts'

/** The tools of the header, in their order; none for nobody. Those of features are handed in. */
export function useHeaderTools({
  user,
  place,
  bell,
  child,
  linkedAccounts,
}: {
  user: Pick<SessionUser, 'userId' | 'userType' | 'unitId' | 'unitType' | 'userImgPath' | 'sex'> | null
  /** Which of the pages that tools lead to is shown. */
  place: 'desktop' | 'settings' | null
  /** The way to the messages; a phone has it in its bar. */
  bell?: HeaderTool['node']
  child?: HeaderTool['node']
  /** The other accounts of the same person. */
  linkedAccounts: readonly LinkedAccount[]
}): HeaderTool[] {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  if (!user) return []
  const { hidesLogout } = environment()
  const mayDownload = documentUnit()?.clientDownloads !== undefined

  const tools: (HeaderTool | false)[] = [
    bell !== undefined && { key: 'messages', node: bell },
    {
      key: 'desktop',
      node: (
        <ToolButton
          label={t('desktop')}
          svg={squares}
          aria-current={place === 'desktop' ? 'page' : undefined}
          onClick={() => void navigate(homePath(user))}
        />
      ),
    },
    // With the child's name, as wide as three.
    child !== undefined && { key: 'child', node: child, places: 3 },
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
          aria-current={place === 'settings' ? 'page' : undefined}
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
