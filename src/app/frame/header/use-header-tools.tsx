import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import Squares from '@phosphor-icons/core/regular/squares-four.svg?react'
import Palette from '@phosphor-icons/core/regular/palette.svg?react'
import SignOutIcon from '@phosphor-icons/core/regular/sign-out.svg?react'
import UserCircle from '@phosphor-icons/core/regular/user-circle.svg?react'
import Swap from '@phosphor-icons/core/regular/user-switch.svg?react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { isOperatorsUnit, PARENT } from '../../../../contract/fields.ts'
import { settingsPath } from '../../../../contract/pages.ts'
import { environment } from '../../core/session/flow/environment.ts'
import { askToSignInAgain } from '../../core/session/login-prompt.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { useLinkedAccounts } from '../../features/family/linked-accounts.ts'
import { opens } from '../late-dialogs.ts'
import { latePart } from '../../ui/late-part.tsx'
import { homePath } from '../../core/session/home-path.ts'
import { SwitchRole } from './SwitchRole.tsx'
import { VoiceButton } from './VoiceButton.tsx'
import type { SvgComponent } from '../../ui/icons/Icon.tsx'
import { WaitingButton } from './WaitingButton.tsx'
import { RowsContext, ToolButton, ToolLink, type HeaderTool } from './tools.tsx'
import CornersIn from '@phosphor-icons/core/regular/corners-in.svg?react'
import CornersOut from '@phosphor-icons/core/regular/corners-out.svg?react'
import { notify } from '../../core/notices/notices.ts'
import { use, useMemo } from 'react'
import Globe from '@phosphor-icons/core/regular/globe.svg?react'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { chooseLanguage } from '../../core/language/choose-language.ts'
import { isLanguage } from '../../core/language/language.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { startUp } from '../../core/tenant/start-up.ts'
import { ToolChoice, type Choice } from './ToolChoice.tsx'
import { canFillScreen, toggleFullscreen, useFullscreen } from '../../platform/fullscreen.ts'

const ChildButton = latePart(() => import('../../features/family/ChildButton.tsx'))

/** The tools of the header in their order; none without a user. `page`: the shown page, if a tool leads to it. */
export function useHeaderTools(
  user: SessionUser | null,
  permissions: ReadonlySet<string>,
  page: 'desktop' | 'settings' | null,
  phone: boolean,
  /** Whether the shown application is for both types of linked accounts. */
  mayGoOn: boolean,
): HeaderTool[] {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const linkedAccounts = useLinkedAccounts(user)
  // The same tools while nothing in them changes: header and phone's bar are drawn again with others.
  return useMemo(() => {
    if (!user) return []
    const { hidesLogout } = environment()
    const isOperator = isOperatorsUnit(user.unitType)
    const { languages } = startUp()
    const mayDownload = documentUnit()?.clientDownloads !== undefined

    const bar: (HeaderTool | false)[] = [
      // Next to the search, because it is another way to enter the same words.
      { key: 'voice', node: <VoiceButton /> },
      // A phone's bar has these.
      !phone && !isOperator && { key: 'messages', node: <WaitingButton kind="messages" /> },
      !phone && !isOperator && { key: 'todos', node: <WaitingButton kind="todos" /> },
      {
        key: 'desktop',
        node: (
          <ToolButton
            label={t('desktop')}
            svg={Squares}
            aria-current={page === 'desktop' ? 'page' : undefined}
            onClick={() => void navigate(homePath(user))}
          />
        ),
      },
      user.userType === PARENT && { key: 'child', node: <ChildTool user={user} />, slots: 3 },
    ]
    const menu: (HeaderTool | false)[] = [
      {
        key: 'account',
        node: (
          <ToolLink
            label={t('myAccount')}
            svg={UserCircle}
            to={settingsPath(user.unitType)}
            aria-current={page === 'settings' ? 'page' : undefined}
          />
        ),
      },
      permissions.has('desktop_theme') && dialogTool('theme', t('theme'), Palette),
      (languages === 'not-a-list' || languages.length > 1) && { key: 'language', node: <LanguageTool /> },
      linkedAccounts.length > 0 &&
        mayGoOn && { key: 'role', node: <SwitchRole user={user} accounts={linkedAccounts} /> },
      canFillScreen() && { key: 'fullscreen', node: <FullscreenTool /> },
      mayDownload && dialogTool('downloads', t('header.download'), Download),
      import.meta.env.DEV && {
        key: 'account-switch',
        node: <ToolButton label={t('header.switchAccount')} svg={Swap} onClick={() => void askToSignInAgain()} />,
      },
      !hidesLogout && dialogTool('logout', t('logout'), SignOutIcon),
    ]
    return [...bar, ...menu.map((tool) => tool && { ...tool, inMenu: true })].filter((tool) => tool !== false)
  }, [user, permissions, page, phone, mayGoOn, linkedAccounts, t, navigate])
}

function dialogTool(key: 'theme' | 'downloads' | 'logout', label: string, svg: SvgComponent): HeaderTool {
  return { key, node: <ToolButton label={label} svg={svg} {...opens(key)} /> }
}

function ChildTool({ user }: { user: SessionUser }) {
  const rows = use(RowsContext)
  return <ChildButton user={user} {...(rows && { onPress: rows.leave })} />
}

/** Fills the screen with the portal, and ends that. */
function FullscreenTool() {
  const { t } = useTranslation('shell')
  const full = useFullscreen()
  const toggle = async () => {
    if (!(await toggleFullscreen())) notify('info', t('header.fullscreenByKey'))
  }
  return (
    <ToolButton
      label={t('header.fullscreen')}
      svg={full ? CornersIn : CornersOut}
      aria-pressed={full}
      onClick={() => void toggle()}
    />
  )
}

function LanguageTool() {
  const { t } = useTranslation('common')
  const { t: shell } = useTranslation('shell')
  const language = useLanguage()
  const { languages: offered } = startUp()

  const choices = (offered === 'not-a-list' ? LANGUAGES : offered).map((code): Choice =>
    isLanguage(code) ? { id: code, name: t(`languages.${code}`), lang: code } : { id: code, name: code },
  )

  return (
    <ToolChoice
      label={t('language')}
      svg={Globe}
      choices={choices}
      selected={language}
      onOpen={() => {
        if (offered === 'not-a-list') notify('info', shell('header.languageList'))
      }}
      onChoose={(code) => void chooseLanguage(code)}
    />
  )
}
