import globe from '@phosphor-icons/core/regular/globe.svg?raw'
import userCircle from '@phosphor-icons/core/regular/user-circle.svg?raw'
import house from '@phosphor-icons/core/regular/squares-four.svg?raw'
import signOutGlyph from '@phosphor-icons/core/regular/sign-out.svg?raw'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/calls/session.ts'
import { settingsPath } from '../../../../contract/pages.ts'
import { environment } from '../../features/session/flow/environment.ts'
import { unitNameIn } from '../../features/tenant/unit.ts'
import { useLanguage } from '../../features/language/use-language.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { opensMenu } from '../../kit/opens-menu.ts'
import { homePath } from '../portal-start.ts'
import { useWindowWidth } from '../use-layout.ts'
import { titleSize } from './title-size.ts'

const LanguageMenu = lazy(() => import('./LanguageMenu.tsx'))

type HeaderUser = Pick<SessionUser, 'realName' | 'unitName' | 'unitEnName' | 'unitType' | 'unitImgPath'>

/** The bar over every page: whose portal it is, who is signed in, and the ways that are always open. */
export function Header({
  user,
  onDesktop,
  switchRole,
  onLogout,
}: {
  user: HeaderUser
  onDesktop: boolean
  /** The way to the person's other account. */
  switchRole?: ReactNode
  onLogout: () => void
}) {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const width = useWindowWidth()
  const languageButton = useRef<HTMLButtonElement>(null)
  const [languageOpen, setLanguageOpen] = useState(false)

  return (
    <header className="h-bar">
      <div className="h-unit">
        <img className="h-logo" src={user.unitImgPath} alt="" width="36" height="36" />
        <p className="h-title" style={{ fontSize: titleSize(width) }}>
          {unitNameIn(user, language)}
        </p>
      </div>
      <div className="h-tools">
        <span className="h-welcome">{t('welcome', { name: user.realName })}</span>
        {switchRole}
        {!onDesktop && (
          <Link className="k-button k-button--icon" to={homePath(user)} aria-label={t('desktop')} title={t('desktop')}>
            <Icon svg={house} />
          </Link>
        )}
        <Link
          className="k-button k-button--icon"
          to={settingsPath(user.unitType)}
          aria-label={t('myAccount')}
          title={t('myAccount')}
        >
          <Icon svg={userCircle} />
        </Link>
        <IconButton
          ref={languageButton}
          label={common('language')}
          svg={globe}
          aria-haspopup="menu"
          aria-expanded={languageOpen}
          onPointerEnter={() => void import('./LanguageMenu.tsx')}
          {...opensMenu(() => setLanguageOpen(true))}
        />
        {languageOpen && (
          <Suspense fallback={null}>
            <LanguageMenu trigger={languageButton} onClose={() => setLanguageOpen(false)} />
          </Suspense>
        )}
        {!environment().hidesLogout && <IconButton label={t('logout')} svg={signOutGlyph} onClick={onLogout} />}
      </div>
    </header>
  )
}
