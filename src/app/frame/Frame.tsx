import './frame.css'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { pageOf } from '../../../contract/pages.ts'
import { useLater } from '../features/desktop/use-later.ts'
import { Bell } from '../features/messages/Bell.tsx'
import { session } from '../core/session/session-store.ts'
import { uploadAccount } from '../features/uploads/uploads-key.ts'
import { documentUnit } from '../core/tenant/unit.ts'
import { useMenuLayout } from '../features/theme/theme-store.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { sharedUseKey } from '../core/storage/local-keys.ts'
import { useObservable } from '../core/state/use-observable.ts'
import { ChildTool, FamilyDialogs } from './family/FamilyTools.tsx'
import { FrameDialogs } from './FrameDialogs.tsx'
import { FramePage } from './FramePage.tsx'
import { Header } from './header/Header.tsx'
import { isPhone } from './header/header-room.ts'
import { PhoneBar } from './header/PhoneBar.tsx'
import { useHeaderTools } from './header/use-header-tools.tsx'
import { useSearchKey } from './header/use-search-key.ts'
import { useLinkedAccounts } from './header/use-linked-accounts.ts'
import { reportFailure } from '../core/notices/report-failure.ts'
import { MenuContext } from './menu/menu-context.ts'
import { SidePlace } from './menu/SidePlace.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { online } from '../core/connectivity/online.ts'
import { followOtherTabs } from '../core/connectivity/other-tabs.ts'
import { PortalFooter, useVersionCheck } from './PortalFooter.tsx'
import { phonePath, readPhonePlace } from './phone-place.ts'
import { homePath } from '../core/session/home-path.ts'
import { SharedComputer } from './SharedComputer.tsx'
import { SignInAgain } from './login/SignInAgain.tsx'
import { TodoCorner } from '../features/todos/TodoCorner.tsx'
import { UploadCorner } from '../features/uploads/UploadCorner.tsx'
import { reloadUnlessUploading } from '../core/state/uploading.ts'
import { useIncomingFiles, useUploads } from '../features/uploads/use-uploads.ts'
import { useFrameUser } from './use-frame-user.ts'
import { useLayout, useWindowWidth } from './use-layout.ts'
import { useLive } from './use-live.ts'
import { useMenu } from './use-menu.ts'
import { usePageTitle } from './use-page-title.ts'
import { useWholeFrame } from './use-whole-frame.ts'
import { useZoomWarning } from './use-zoom-warning.ts'

const EntryPage = lazy(() => import('./login/EntryPage.tsx'))
const IncomingFilesDialog = lazy(() => import('./IncomingFiles.tsx'))
const ForgotPasswordPage = lazy(() => import('./login/ForgotPasswordPage.tsx'))
// What does not arrive leaves the desktop as it is on narrower windows.
const DesktopAside = lazy<ComponentType>(() =>
  import('./desktop/DesktopAside.tsx').catch(() => ({ default: () => null })),
)

/** From this width on the desktop has a column at its right. The same number stands in frame.css. */
const ASIDE_FROM = 1440

/** Header, menus, page, footer, and what opens over them. */
export function Frame() {
  const { pathname, search } = useLocation()
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const layout = useLayout()
  const width = useWindowWidth()
  const person = useFrameUser()
  const isOnline = useObservable(online)
  const isIn = useObservable(session).status === 'in'
  const menuLayout = useMenuLayout()
  const [onShared] = useState(() => sharedUseKey.get() !== null)
  const page = pageOf(pathname)
  const unit = documentUnit()
  const onDesktop = page?.kind === 'desktop' || page?.kind === 'home'
  /** The mobile form of the desktop's address is the phone's desktop in a wide window too. */
  const mobile = layout === 'mobile' || (page?.kind === 'desktop' && page.form === 'mobile')
  /** Pages between the login and the portal have a frame and a title of their own. */
  const standsAlone = page?.kind === 'bind' || page?.kind === 'forgot-password' || page?.kind === 'authorize'
  const user = standsAlone ? null : person
  const phone = isPhone(width)
  const phonePlace = phone && onDesktop ? readPhonePlace(search) : null
  const onSide = !phone && menuLayout === 'left'
  const whole = useWholeFrame()
  const hasAside = useLater(isIn && onDesktop && !mobile && width >= ASIDE_FROM)

  usePageTitle(person, unit, standsAlone ? null : page, search)
  useEffect(followOtherTabs, [])
  useLive(isIn && user ? user.userId : null)
  useUploads(isIn ? user : null)
  const [incomingFiles, closeIncomingFiles] = useIncomingFiles(isIn && user ? uploadAccount(user) : null)
  useSearchKey(user !== null)
  useZoomWarning()
  useVersionCheck(isIn)

  const menu = useMenu(user, page?.kind === 'application' ? page.code : null, mobile, whole)
  const tools = useHeaderTools({
    user,
    place: onDesktop ? 'desktop' : page?.kind === 'settings' ? 'settings' : null,
    linkedAccounts: useLinkedAccounts(user, isOnline),
    ...(user && {
      // A phone's bar leads to the messages.
      ...(!phone && {
        bell: <Bell userId={user.userId} onFailure={reportFailure} reload={reloadUnlessUploading} />,
      }),
      ...(user.userType === 3 && { child: <ChildTool user={user} /> }),
    }),
  })

  return (
    <MenuContext value={menu.surroundings}>
      <div className="s-page" data-layout={layout} data-place={phonePlace ?? undefined}>
        <a className="s-skip" href="#content">
          {t('skipToContent')}
        </a>
        {user && <Header user={user} menu={onSide ? null : menu.content} tools={tools} whole={whole} />}
        <OfflineBar />
        {user && isIn && whole && onDesktop && <TodoCorner key={user.userId} userId={user.userId} />}
        {page && standsAlone ? (
          <Suspense fallback={<Skeleton label={t('loading', { ns: 'common' })} />}>
            {page.kind === 'forgot-password' ? <ForgotPasswordPage /> : <EntryPage page={page} unit={unit} />}
          </Suspense>
        ) : (
          <div className="s-body">
            {user && onSide && <SidePlace content={menu.content} />}
            <main className="s-main" id="content" tabIndex={-1}>
              <FramePage page={page} user={user} mobile={mobile} phonePlace={phonePlace} />
            </main>
            {user && onDesktop && !mobile && (
              <div className="s-aside">
                <Suspense fallback={null}>{hasAside && <DesktopAside />}</Suspense>
              </div>
            )}
          </div>
        )}
        {unit && whole && onDesktop && <PortalFooter unit={unit} signedIn={isIn} />}
        {user && phone && (
          <PhoneBar
            place={phonePlace}
            name={user.realName}
            portrait={{ picture: user.userImgPath, sex: user.sex }}
            tools={tools.filter(({ key }) => key !== 'desktop')}
            onGo={(place) => void navigate(phonePath(homePath(user), place))}
          />
        )}
        {user && whole && <FrameDialogs user={user} mobile={mobile} />}
        <Suspense fallback={null}>
          {user && incomingFiles && (
            <IncomingFilesDialog files={incomingFiles} user={user} onClose={closeIncomingFiles} />
          )}
        </Suspense>
        {user?.userType === 3 && whole && <FamilyDialogs user={user} />}
        <SignInAgain />
        {onShared && <SharedComputer />}
      </div>
      {/* Beside the page, of which the last view is kept. */}
      {user && <UploadCorner />}
    </MenuContext>
  )
}
