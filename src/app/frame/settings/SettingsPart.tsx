import type { SmallPicture } from '../../features/account/picture/use-chosen-picture.ts'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { uploadAccount } from '../../features/uploads/uploads-key.ts'
import { AboutContent } from '../../features/versions/AboutContent.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { frameConfig } from '../frame-config.ts'
import { lazyPage } from '../pages/LazyPage.tsx'
import type { SettingsPart as Part } from './settings-part.ts'

const AccountPage = lazyPage(() => import('../../features/account/AccountPage.tsx'))
const AppearanceSettings = lazyPage(() => import('../../features/theme/AppearanceSettings.tsx'))
const DesktopSettings = lazyPage(() => import('./DesktopSettings.tsx'))
const DeviceSettings = lazyPage(() => import('../../features/device/DeviceSettings.tsx'))
const FaceSettings = lazyPage(() => import('./FaceSettings.tsx'))
const LanguageSettings = lazyPage(() => import('./LanguageSettings.tsx'))
const MessageSettings = lazyPage(() => import('./MessageSettings.tsx'))

const WAITING = <Skeleton lines={10} />
const NO_PROPS = {}

/** One part of the settings, loaded when it is opened. */
export function SettingsPart({ part, user }: { part: Part; user: SessionUser }) {
  switch (part) {
    case 'account':
      return <AccountPage waiting={WAITING} page={{ user, sendPicture }} />
    case 'face':
      return <FaceSettings waiting={WAITING} page={NO_PROPS} />
    case 'appearance':
      return <AppearanceSettings waiting={WAITING} page={{ userId: user.userId }} />
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
      {part === 'language' && <LanguageSettings waiting={WAITING} page={NO_PROPS} />}
      {part === 'desktop' && <DesktopSettings waiting={WAITING} page={{ user }} />}
      {part === 'messages' && <MessageSettings waiting={WAITING} page={NO_PROPS} />}
      {part === 'device' && (
        <DeviceSettings waiting={WAITING} page={{ userId: user.userId, countUploads: () => countUploads(user) }} />
      )}
      {part === 'about' && (
        <Card>
          <AboutContent unitId={user.unitId} deployed={frameConfig.deployed} titleAs="h2" />
        </Card>
      )}
    </div>
  )
}
