import type { SmallPicture } from '../../features/account/picture/use-chosen-picture.ts'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { uploadAccount } from '../../features/uploads/uploads-key.ts'
import { AboutContent } from '../../features/versions/AboutContent.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { deployedFrontEnd } from '../frame-config.ts'
import type { SettingsPart as Part } from './settings-part.ts'

const AccountPage = lazy(() => import('../../features/account/AccountPage.tsx'))
const AppearanceSettings = lazy(() => import('../../features/theme/AppearanceSettings.tsx'))
const DesktopSettings = lazy(() => import('./DesktopSettings.tsx'))
const DeviceSettings = lazy(() => import('../../features/device/DeviceSettings.tsx'))
const FaceAdminSettings = lazy(() => import('./FaceAdminSettings.tsx'))
const FaceSettings = lazy(() => import('./FaceSettings.tsx'))
const LanguageSettings = lazy(() => import('./LanguageSettings.tsx'))
const MessageSettings = lazy(() => import('./MessageSettings.tsx'))
const SignInSettings = lazy(() => import('./SignInSettings.tsx'))
const StorageAdminPage = lazy(() => import('../../features/storage-admin/StorageAdminPage.tsx'))

/** One part of the settings, loaded when it is opened. */
export function SettingsPart({ part, user, isAdmin }: { part: Part; user: SessionUser; isAdmin: boolean }) {
  switch (part) {
    case 'account':
      return <AccountPage user={user} sendPicture={sendPicture} />
    case 'face':
      return <FaceSettings />
    case 'appearance':
      return <AppearanceSettings userId={user.userId} />
    case 'sign-in':
      return <SignInSettings />
    case 'faces':
      return <FaceAdminSettings />
    case 'storage':
      return <StorageAdminPage />
    case 'language':
      return (
        <PartPage part={part}>
          <LanguageSettings />
        </PartPage>
      )
    case 'desktop':
      return (
        <PartPage part={part}>
          <DesktopSettings user={user} />
        </PartPage>
      )
    case 'messages':
      return (
        <PartPage part={part}>
          <MessageSettings isAdmin={isAdmin} />
        </PartPage>
      )
    case 'device':
      return (
        <PartPage part={part}>
          <DeviceSettings userId={user.userId} countUploads={() => countUploads(user)} />
        </PartPage>
      )
    case 'about':
      return (
        <PartPage part={part}>
          <section className="k-card">
            <AboutContent unitId={user.unitId} deployed={deployedFrontEnd()} titleAs="h2" />
          </section>
        </PartPage>
      )
  }
}

async function sendPicture(picture: SmallPicture): Promise<unknown> {
  const uploads = await import('../../features/uploads/picture-upload.ts')
  return uploads.sendPicture(new AbortController().signal, picture, { fileName: 'portrait', purpose: 'account' })
}

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
