import type { SmallPicture } from '../../features/account/picture/use-chosen-picture.ts'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { uploadAccount } from '../../features/uploads/uploads-key.ts'
import { AboutContent } from '../../features/versions/AboutContent.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { frameConfig } from '../frame-config.ts'
import type { SettingsPart as Part } from './settings-part.ts'

const AccountPage = lazy(() => import('../../features/account/AccountPage.tsx'))
const AppearanceSettings = lazy(() => import('../../features/theme/AppearanceSettings.tsx'))
const DesktopSettings = lazy(() => import('./DesktopSettings.tsx'))
const DeviceSettings = lazy(() => import('../../features/device/DeviceSettings.tsx'))
const FaceSettings = lazy(() => import('./FaceSettings.tsx'))
const LanguageSettings = lazy(() => import('./LanguageSettings.tsx'))
const MessageSettings = lazy(() => import('./MessageSettings.tsx'))

/** One part of the settings, loaded when it is opened. */
export function SettingsPart({ part, user }: { part: Part; user: SessionUser }) {
  switch (part) {
    case 'account':
      return <AccountPage user={user} sendPicture={sendPicture} />
    case 'face':
      return <FaceSettings />
    case 'appearance':
      return <AppearanceSettings userId={user.userId} />
    default:
      return <PartPage part={part} user={user} />
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

/** A part that has no page of its own, with its title. */
function PartPage({ part, user }: { part: Exclude<Part, 'account' | 'face' | 'appearance'>; user: SessionUser }) {
  const { t } = useTranslation('settings')
  return (
    <div className="k-page">
      <PageHeader title={t(`parts.${part}`)} {...(part !== 'about' && { hint: t(`${part}.hint`) })} />
      {part === 'language' && <LanguageSettings />}
      {part === 'desktop' && <DesktopSettings user={user} />}
      {part === 'messages' && <MessageSettings />}
      {part === 'device' && <DeviceSettings userId={user.userId} countUploads={() => countUploads(user)} />}
      {part === 'about' && (
        <section className="k-card">
          <AboutContent unitId={user.unitId} deployed={frameConfig.deployed} titleAs="h2" />
        </section>
      )}
    </div>
  )
}
