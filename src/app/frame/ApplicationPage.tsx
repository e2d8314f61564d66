import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import type { Page } from '../../../contract/pages.ts'
import { recordAppOpen } from '../features/desktop/recent-apps.ts'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { LicenceExpired } from '../features/licence/LicenceExpired.tsx'
import { licenceQuery } from '../features/licence/licence-query.ts'
import { CallError } from '../core/api/call-error.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Opening } from '../micro-apps/viewport/Opening.tsx'
import { Viewport } from '../micro-apps/viewport/Viewport.tsx'
import { mayOpen, menuEntry, useApplicationName } from './menu-entry.ts'
import { online } from '../core/connectivity/online.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { homePath } from '../core/session/home-path.ts'
import { call } from '../core/api/call.ts'
import { declareApplicationPack } from '../core/language/choose-language.ts'
import { i18n } from '../core/language/i18n.ts'
import { language } from '../core/language/language.ts'
import { loadPermissions } from '../core/permissions/load-permissions.ts'
import type { MicroAppTarget } from '../micro-apps/viewport/viewport-query.ts'
import { notify } from '../core/notices/notices.ts'
import type { Portal } from '../micro-apps/micro-app.ts'
import { sheetExport } from '../platform/export.ts'
import { portalFace } from '../features/face/face-request.ts'
import { reportFailure } from '../core/notices/report-failure.ts'
import { joinUploads, portalUpload } from '../features/uploads/upload-service.ts'
import { setWindowTitle } from '../core/state/window-title.ts'

type ApplicationAddress = Extract<Page, { kind: 'application' }>

export default function ApplicationPage({ page, user }: { page: ApplicationAddress; user: SessionUser }) {
  const state = useDesktop()
  if (state.status === 'loading') return <Opening name={null} />
  if (state.status === 'failed') return <NotFoundPage user={user} />
  const { icons } = state.data
  if (!mayOpen(user, icons, page)) return <NotFoundPage user={user} />
  const entry = menuEntry(icons, page.code)
  return (
    <OpenApplication page={page} user={user} name={entry?.name ?? page.code} serverId={entry?.serverId ?? 'base'} />
  )
}

function OpenApplication({
  page,
  user,
  name,
  serverId,
}: {
  page: ApplicationAddress
  user: SessionUser
  name: string
  serverId: string
}) {
  const nameOf = useApplicationName()
  const { search, pathname, key } = useLocation()
  const navigate = useNavigate()
  const { data: licensed, isPending, refetch } = useQuery(licenceQuery(user, serverId))
  const [reading, setReading] = useState(false)
  /** What the server refused last because the licence has expired. */
  const [refused, setRefused] = useState<'change' | 'reading' | null>(null)
  const isOpen = licensed === true || reading
  const back = () => void navigate(homePath(user))

  useEffect(() => {
    if (isOpen) recordAppOpen(user, page.form, { code: page.code, name })
  }, [isOpen, user, page.form, page.code, name])

  // The portal's own navigation to a page of the open application is no event for the application's hash router.
  const shownKey = useRef(key)
  useEffect(() => {
    if (shownKey.current !== key) window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    shownKey.current = key
  }, [key])

  if (isPending) return <Opening name={nameOf(page.code)} />
  if (licensed === undefined) return <UnknownLicence onRetry={() => void refetch()} />
  if (!isOpen) return <LicenceExpired onBack={back} onRead={() => setReading(true)} />
  const query = new URLSearchParams(search)
  // An application's page without a query shows its main file.
  if (!query.has('app')) query.set('app', page.code)
  if (!query.has('fileId')) query.set('fileId', page.code)
  return (
    <>
      <Viewport
        search={`?${query.toString()}`}
        path={pathname}
        nameOf={nameOf}
        onRoute={() => {}}
        onBack={back}
        openPortal={(target) => makePortal(user, target, setRefused)}
      />
      {refused && <LicenceExpired onBack={back} onRead={refused === 'change' ? () => setRefused(null) : null} />}
    </>
  )
}

/** A failed check is not a pass. */
function UnknownLicence({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <EmptyState
      titleAs="h1"
      title={t('licenceUnknown')}
      hint={t('licenceUnknownHint')}
      action={<RetryButton onRetry={onRetry} />}
    />
  )
}

/** The portal interface of an application, with its texts and permissions loaded. */
async function makePortal(
  user: SessionUser,
  target: MicroAppTarget,
  onExpired: (refused: 'change' | 'reading') => void,
): Promise<Portal> {
  await Promise.all([declareApplicationPack(target.app), loadPermissions(target.app)])
  joinUploads(user)
  return {
    app: { code: target.app, fileId: target.fileId },
    user,
    async call(row, input, { signal, quiet = false } = {}) {
      try {
        return await call(row, input, signal ? { signal } : {})
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
    permissions: () => loadPermissions(target.app),
    upload: portalUpload,
    face: portalFace,
    export: sheetExport,
    notify(kind, text, action) {
      notify(kind, text, action ? { action } : {})
    },
    setTitle: setWindowTitle,
  }
}
