import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { Icon } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { pageOf, type Page } from '../../../../contract/pages.ts'
import { isOwnApplication } from '../../../../contract/rules/desktop/own-application.ts'
import { recordAppOpen } from '../../features/desktop/recent-apps.ts'
import { useDesktopData } from '../../features/desktop/desktop-store.ts'
import { LicenceExpired } from '../../features/licence/LicenceExpired.tsx'
import { licenceQuery } from '../../features/licence/licence-query.ts'
import { excuseRequest } from '../../core/absences/excuse-request.ts'
import { CallError } from '../../core/api/call-error.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useMayWrite } from '../../ui/layout/Permitted.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { Opening } from '../../micro-apps/viewport/Opening.tsx'
import { Viewport } from '../../micro-apps/viewport/Viewport.tsx'
import {
  forgetApplicationStates,
  resetApplicationState,
  setApplicationState,
  useApplicationState,
  viewportSearch,
} from './application-state.ts'
import { mayOpen, menuEntry, useApplicationName } from '../menu-entry.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { online } from '../../core/connectivity/online.ts'
import { lazyPage } from './LazyPage.tsx'
import NotFoundPage from './NotFoundPage.tsx'
import { ADMINISTRATION, movedRules } from '../settings/settings-part.ts'
import { applicationHome, homePath, MESSAGES_FRAGMENT } from '../../core/session/home-path.ts'
import { call, enterApp } from '../../core/api/call.ts'
import { declareApplicationPack } from '../../core/language/choose-language.ts'
import { i18n } from '../../core/language/i18n.ts'
import { language } from '../../core/language/language.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { EVERY_APPLICATION, loadPermissions, permissionRenewals } from '../../core/permissions/load-permissions.ts'
import { readViewportQuery, type MicroAppTarget } from '../../micro-apps/viewport/viewport-query.ts'
import { notify } from '../../core/notices/notices.ts'
import { readApplicationMessage, readSearchKeys } from '../../micro-apps/application-message.ts'
import type { Portal } from '../../micro-apps/micro-app.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { sheetExport } from '../../platform/export.ts'
import { portalFace } from '../../features/face/face-request.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { joinUploads, portalUpload } from '../../features/uploads/upload-service.ts'
import { setApplicationTitle } from '../../core/state/window-title.ts'
import { saveTodayCard } from '../../../../contract/endpoints/desktop/today.ts'
import { renewToday } from '../../features/today/today-query.ts'
import { familyDialog } from '../../features/family/use-family.ts'
import { renewUnit } from '../../core/tenant/renew-unit.ts'

const HttpApplicationPage = lazyPage(() => import('./HttpApplicationPage.tsx'))
const AdminGate = lazyPage(() => import('../settings/AdminGate.tsx'))

type ApplicationAddress = Extract<Page, { kind: 'application' }>

export default function ApplicationPage({ page, user }: { page: ApplicationAddress; user: SessionUser }) {
  const desktop = useDesktopData()
  const { search } = useLocation()
  const { t } = useTranslation('shell')
  const mayWrite = useMayWrite()
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  const [codes, setCodes] = useState<ReadonlySet<string>>(() => new Set())
  // The frame knows the codes of the desktop alone.
  useEffect(() => {
    if (hash.startsWith('#/settings')) void loadPermissions(EVERY_APPLICATION).then(setCodes)
  }, [hash])
  if (!desktop) return <Opening name={null} />
  const { icons } = desktop
  // Who writes messages reaches these pages without the application's icon, and without what the unit asks of administrators.
  const isOfMessages =
    page.code === ADMINISTRATION && (hash === MESSAGES_FRAGMENT || hash.startsWith(`${MESSAGES_FRAGMENT}/`))
  const opensMessages = isOfMessages && mayWrite && !mayOpen(user, icons, page)
  const shown = viewportSearch(page, search)
  // If the query names no application, the viewport shows its own message.
  const code = readViewportQuery(shown)?.app ?? page.code
  if (!opensMessages && (!mayOpen(user, icons, page) || !mayOpen(user, icons, { ...page, code })))
    return <NotFoundPage user={user} />
  const rules =
    code === 'attendance' && mayOpen(user, icons, { ...page, code: ADMINISTRATION })
      ? movedRules(hash, codes)
      : undefined
  if (rules) return <Navigate replace to={{ pathname: applicationHome(user, ADMINISTRATION), hash: rules }} />
  const entry = menuEntry(icons, code)
  if (entry?.plainHttp)
    return (
      <HttpApplicationPage key={code} waiting={<Opening name={null} />} page={{ icon: entry, user, form: page.form }} />
    )
  const { name = opensMessages ? t('messages') : code, serverId = 'base', expiredAt, closed = false } = entry ?? {}
  const open = (
    <OpenApplication page={page} search={shown} user={user} app={{ code, name, serverId, expiredAt, closed }} />
  )
  if (code !== ADMINISTRATION || opensMessages) return open
  return <AdminGate waiting={<Opening name={name} />} page={{ user, children: open }} />
}

/** The fragment is the application's, whose changes the portal's router does not see. */
function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The viewport, which stays with all that it has loaded while the query changes; `app` is the application of the current file. */
function OpenApplication({
  page: shownPage,
  search,
  user,
  app: { code, name, serverId, expiredAt, closed },
}: {
  page: ApplicationAddress
  search: string
  user: SessionUser
  app: Pick<Icon, 'code' | 'name' | 'serverId'> & { expiredAt: string | undefined; closed: boolean }
}) {
  const nameOf = useApplicationName()
  const school = unitNameIn(user, useLanguage())
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  const { data: licensed, isPending, refetch } = useQuery(licenceQuery(user, serverId))
  const [reading, setReading] = useState(false)
  /** What the server refused last because the licence has expired. */
  const [refused, setRefused] = useState<'change' | 'reading' | null>(null)
  /** The route that the viewport told. */
  const [route, setRoute] = useState<string | null>(null)
  /** The last query whose application may be shown. */
  const [shown, setShown] = useState<string | null>(null)
  const isOpen = licensed === true || reading
  const back = () => void navigate(homePath(user))
  if (isOpen && shown !== search) setShown(search)

  // Before the effects of what is within, which make calls.
  useLayoutEffect(() => enterApp(code), [code])

  useEffect(() => {
    const page = route === null ? null : pageOf(route)
    if (isOpen && page?.kind === 'application') recordAppOpen(user, page.form, { code, name })
  }, [isOpen, route, user, code, name])

  const { appName, curAppDetails } = useApplicationState(shownPage, search).message
  useEffect(() => {
    setApplicationTitle(appName ?? null)
  }, [appName])
  useEffect(() => () => setApplicationTitle(null), [])
  useEffect(() => {
    if (isOpen && curAppDetails) recordAppOpen(user, shownPage.form, { code, name: `${name} · ${curAppDetails}` })
  }, [isOpen, user, shownPage.form, code, name, curAppDetails])
  useEffect(() => forgetApplicationStates, [])

  // The portal's own navigation to a page of the open application is no event for the application's hash router.
  const shownKey = useRef(key)
  useEffect(() => {
    if (shownKey.current !== key) window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    shownKey.current = key
  }, [key])

  return (
    <>
      {shown !== null && (
        <div hidden={!isOpen}>
          <Viewport
            search={shown}
            path={pathname}
            nameOf={nameOf}
            onRoute={setRoute}
            onBack={back}
            openPortal={(target) => makePortal(user, target, setRefused)}
          />
        </div>
      )}
      {isPending ? (
        <Opening name={nameOf(code)} />
      ) : licensed === undefined ? (
        <UnknownLicence onRetry={() => void refetch()} />
      ) : (
        !isOpen && (
          // Reading during the days of grace is for bundled applications only: the portal cannot make another site read-only.
          <LicenceExpired
            school={school}
            since={expiredAt}
            onBack={back}
            onRead={closed || isOwnApplication(code) ? null : () => setReading(true)}
          />
        )
      )}
      {refused && (
        <LicenceExpired
          school={school}
          since={expiredAt}
          onBack={back}
          onRead={refused === 'change' ? () => setRefused(null) : null}
        />
      )}
    </>
  )
}

/** Shown when the licence check failed: without an answer the module stays closed. */
function UnknownLicence({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'viewport'])
  const isOnline = useOnline()
  return (
    <EmptyState
      titleAs="h1"
      title={isOnline ? t('licenceUnknown') : t('viewport:offline.title')}
      hint={isOnline ? t('licenceUnknownHint') : t('viewport:offline.hint')}
      action={<RetryButton onRetry={onRetry} />}
    />
  )
}

/** Replaces what this device has stored of the unit. Never rejects. */
async function followUnit({ unitImgPath }: SessionUser): Promise<void> {
  // Browsers keep the logo for some minutes.
  await Promise.allSettled([renewUnit(), fetch(unitImgPath, { cache: 'reload' })])
}

/** The portal interface of an application, with its texts and permissions loaded. */
async function makePortal(
  user: SessionUser,
  target: MicroAppTarget,
  onExpired: (refused: 'change' | 'reading') => void,
): Promise<Portal> {
  await Promise.all([declareApplicationPack(target.app), loadPermissions(target.app)])
  joinUploads(user)
  resetApplicationState(target)
  return {
    app: { code: target.app, fileId: target.fileId },
    user,
    async call(row, input, { signal, quiet = false } = {}) {
      try {
        return await call(row, input, { app: target.app, ...(signal && { signal }) })
      } catch (error) {
        if (error instanceof CallError && error.code === 'licence.expired')
          onExpired(row.method === 'GET' ? 'reading' : 'change')
        else if (!quiet) reportFailure(error)
        throw error
      }
    },
    language: {
      get current() {
        return language.current
      },
      subscribe: (listener) => language.subscribe(listener),
      i18n,
    },
    online,
    permissions: (of) => loadPermissions(of === 'portal' ? EVERY_APPLICATION : target.app),
    permissionRenewals,
    upload: portalUpload,
    face: portalFace,
    export: exportFor(documentUnit()?.tableExportBase),
    chooseChild: () => familyDialog.set('choose'),
    excuse: (request) =>
      excuseRequest.set({
        ...request,
        account: null,
        onChanged() {
          request.onChanged()
          void renewToday()
        },
      }),
    renewUnit: () => void followUnit(user),
    async setTodayCard(card) {
      await call(saveTodayCard, { code: target.app, card }, { app: target.app })
      await renewToday()
    },
    notify(kind, text, action) {
      notify(kind, text, action ? { action } : {})
    },
    setApplicationMessage: (message) =>
      setApplicationState(target, { message: readApplicationMessage(message, target.app) }),
    setSearchKeys: (keys) => setApplicationState(target, { keys: readSearchKeys(keys) }),
  }
}

/** How an application's sheets become files: by the portal, or by the service that the operator has set up. */
function exportFor(base: string | undefined): Portal['export'] {
  if (base === undefined) return sheetExport
  return {
    ...sheetExport,
    async post(signal, title, sheets, onRefused) {
      const { postTables } = await import('../../platform/post-tables.ts')
      await postTables(signal, base, { title, sheets, onRefused })
    },
  }
}
