import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { uploadAccount } from '../../features/uploads/uploads-key.ts'
import { AboutContent } from '../../features/versions/AboutContent.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useObservable } from '../../core/state/use-observable.ts'
import { renewTheme } from '../follow-theme.ts'
import { deployedFrontEnd } from '../frame-config.ts'
import type { SettingsPart as Part } from './settings-part.ts'
import { hasActiveUploads, leaveWithoutAsking } from '../../core/state/uploading.ts'

const AccountSettings = lazy(() => import('./AccountSettings.tsx'))
const AppearanceSettings = lazy(() => import('../../features/theme/AppearanceSettings.tsx'))
const DesktopSettings = lazy(() => import('./DesktopSettings.tsx'))
const DeviceSettings = lazy(() => import('../../features/device/DeviceSettings.tsx'))
const FaceAdminSettings = lazy(() => import('./FaceAdminSettings.tsx'))
const FaceSettings = lazy(() => import('./FaceSettings.tsx'))
const LanguageSettings = lazy(() => import('./LanguageSettings.tsx'))
const MessageSettings = lazy(() => import('./MessageSettings.tsx'))
const SignInSettings = lazy(() => import('./SignInSettings.tsx'))
const StorageSettings = lazy(() => import('./StorageSettings.tsx'))

/** One part of the settings; each comes when it is opened. */
export function SettingsPart({
  part,
  user,
  isAdmin,
  online,
}: {
  part: Part
  user: SessionUser
  isAdmin: boolean
  online: boolean
}) {
  const language = useLanguage()
  const uploading = useObservable(hasActiveUploads)
  switch (part) {
    case 'account':
      return <AccountSettings user={user} online={online} />
    case 'face':
      return <FaceSettings online={online} />
    case 'appearance':
      return <AppearanceSettings userId={user.userId} online={online} onRenew={() => void renewTheme()} />
    case 'sign-in':
      return <SignInSettings language={language} online={online} />
    case 'faces':
      return <FaceAdminSettings online={online} />
    case 'storage':
      return <StorageSettings language={language} online={online} />
    case 'language':
      return (
        <PartPage part={part}>
          <LanguageSettings />
        </PartPage>
      )
    case 'desktop':
      return (
        <PartPage part={part}>
          <DesktopSettings user={user} online={online} />
        </PartPage>
      )
    case 'messages':
      return (
        <PartPage part={part}>
          <MessageSettings isAdmin={isAdmin} online={online} />
        </PartPage>
      )
    case 'device':
      return (
        <PartPage part={part}>
          <DeviceSettings
            userId={user.userId}
            uploading={uploading}
            countUploads={() => countUploads(user)}
            reload={reload}
          />
        </PartPage>
      )
    case 'about':
      return (
        <PartPage part={part}>
          <section className="k-card">
            <AboutContent unitId={user.unitId} deployed={deployedFrontEnd()} online={online} titleAs="h2" />
          </section>
        </PartPage>
      )
  }
}

/** Uploads that this device can go on with. */
async function countUploads(user: SessionUser): Promise<number> {
  const { countKeptUploads } = await import('../../platform/upload.ts')
  return countKeptUploads(uploadAccount(user))
}

/** The title of a part that has no page of its own. */
function PartPage({
  part,
  children,
}: {
  part: Exclude<Part, 'account' | 'face' | 'appearance' | 'sign-in' | 'faces' | 'storage'>
  children: ReactNode
}) {
  const { t } = useTranslation('settings')
  return (
    <div className="k-page">
      <PageHeader title={t(`parts.${part}`)} {...(part !== 'about' && { hint: t(`${part}.hint`) })} />
      {children}
    </div>
  )
}

function reload(): void {
  leaveWithoutAsking()
  location.reload()
}
