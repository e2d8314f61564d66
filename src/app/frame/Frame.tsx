import './frame.css'
import { useTranslation } from 'react-i18next'
import type { ComponentType } from 'react'
import { isOperatorsUnit, PARENT } from '../../../contract/fields.ts'
import { ADMIN_PERMISSIONS } from '../../../contract/permissions.ts'
import { TodoCorner } from '../features/todos/TodoCorner.tsx'
import { UploadCorner } from '../features/uploads/UploadCorner.tsx'
import { useApplicationState, useSearchPages } from './pages/application-state.ts'
import { FirstPasswordPage } from './pages/FirstPasswordPage.tsx'
import { IncomingFilesDialog, FrameDialogs, FactorQuestion } from './FrameDialogs.tsx'
import { Header } from './header/Header.tsx'
import { PhoneBar } from './header/PhoneBar.tsx'
import { useHeaderTools } from './header/use-header-tools.tsx'
import { SignInAgain } from './login/SignInAgain.tsx'
import { useOnline } from '../core/connectivity/use-online.ts'
import { call } from '../core/api/call.ts'
import { notify } from '../core/notices/notices.ts'
import { session } from '../core/session/session.ts'
import { useObservable } from '../core/state/use-observable.ts'
import { PermissionContext } from '../core/permissions/permissions.ts'
import { MenuContext } from './menu/MenuIcons.tsx'
import { SideMenuArea } from './menu/SideMenuArea.tsx'
import { useMayGoOn } from './menu-entry.ts'
import { useMenu } from './menu/use-menu.ts'
import { DownloadContext, type DownloadServices } from '../ui/files/download-context.ts'
import { latePart } from '../ui/late-part.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { PortalFooter } from './PortalFooter.tsx'
import { SharedComputer } from './SharedComputer.tsx'
import { useFrame, type PageProps } from './use-frame.ts'
import { useFrameServices } from './use-frame-services.ts'

// Loaded late: the pages of the administration show the same notice.
const AdminBar = latePart(() => import('./AdminBar.tsx'))
// Only parents can narrow the desktop to a child, so only they load this.
const ParentTodos = latePart(async () => ({ default: (await import('./desktop/HomeLists.tsx')).HomeTodos }))
// If one of these cannot be loaded, the desktop looks as in a narrower window.
const OfflineAside = latePart(() => import('./desktop/OfflineAside.tsx'))
const DesktopAside = latePart(() => import('./desktop/DesktopAside.tsx'))

const downloads: DownloadServices = { call: (endpoint, input) => call(endpoint, input), notify }

/** The layout of all pages; nothing but the question for another password where the school gave the present one. */
export function Frame({ Page }: { Page: ComponentType<PageProps> }) {
  const state = useObservable(session)
  if (state.status === 'in' && state.user.firstPassword) return <FirstPasswordPage user={state.user} />
  return (
    <DownloadContext value={downloads}>
      <PortalFrame Page={Page} />
    </DownloadContext>
  )
}

function PortalFrame({ Page }: { Page: ComponentType<PageProps> }) {
  const { t } = useTranslation('shell')
  const frame = useFrame()
  const { page, user, unit, signedIn, whole, onDesktop, mobile, phone, phoneSection } = frame
  const isOnline = useOnline()
  useFrameServices(frame)
  const administers = ADMIN_PERMISSIONS.some((code) => frame.permissions.has(code))
  const application = useApplicationState(page, frame.search)
  const searchPages = useSearchPages(application)
  const menu = useMenu(user, page?.kind === 'application' ? page.code : null, mobile, whole)
  const tools = useHeaderTools(
    user,
    frame.permissions,
    onDesktop ? 'desktop' : page?.kind === 'settings' ? 'settings' : null,
    phone,
    useMayGoOn(page),
  )

  const todoPopup = user && !isOperatorsUnit(user.unitType) && signedIn && whole && onDesktop && (
    <TodoCorner
      key={user.userId}
      user={user}
      inColumn={frame.isAsideOpen}
      Panel={user.userType === PARENT ? ParentTodos : undefined}
    />
  )

  return (
    <PermissionContext value={frame.permissions}>
      <MenuContext value={menu.context}>
        <div className="s-page" data-layout={frame.layout} data-section={phoneSection ?? undefined}>
          <a className="s-skip" href="#content">
            {t('skipToContent')}
          </a>
          {user && (
            <Header
              user={user}
              application={application.message}
              menu={frame.hasSideMenu ? null : menu.content}
              tools={tools}
              onDesktop={onDesktop}
              whole={whole}
            />
          )}
          <OfflineBar />
          {user && signedIn && whole && administers && page?.kind !== 'settings' && <AdminBar user={user} />}
          {!frame.isAsideOpen && todoPopup}
          {frame.standsAlone ? (
            <Page frame={frame} />
          ) : (
            <div className="s-body">
              {user && frame.hasSideMenu && <SideMenuArea content={menu.content} />}
              <main className="s-main k-focus-target" id="content" tabIndex={-1}>
                <Page frame={frame} />
              </main>
              {user && frame.hasAside && (
                // Its space stays empty until its content is drawn.
                <div className="s-aside">
                  {frame.isAsideOpen && user && <DesktopAside user={user} popup={todoPopup} />}
                  {!signedIn && !isOnline && <OfflineAside />}
                </div>
              )}
            </div>
          )}
          {unit && whole && onDesktop && <PortalFooter unit={unit} signedIn={signedIn} />}
          {user && phone && <PhoneBar user={user} section={phoneSection} tools={tools} />}
          {user && whole && <FrameDialogs user={user} mobile={mobile} pages={searchPages} />}
          {user && <IncomingFilesDialog user={user} signedIn={signedIn} />}
          <FactorQuestion />
          <SignInAgain />
          <SharedComputer />
        </div>
        {/* Outside of the page, which the desktop snapshot copies. */}
        {user && <UploadCorner />}
      </MenuContext>
    </PermissionContext>
  )
}
