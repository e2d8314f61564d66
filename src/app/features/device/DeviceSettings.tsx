import { useObservable } from '../../core/state/use-observable.ts'
import { hasActiveUploads, reloadWithoutAsking } from '../../core/state/uploading.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { formatBytes, formatDateTime } from '../../ui/format/format.ts'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { Fact, Facts } from '../../ui/record/Facts.tsx'
import { useLanguage } from '../../core/language/use-language.ts'
import { installPrompt } from '../../platform/install-prompt.ts'
import { installWay } from './install-way.ts'
import { rememberedKey, sharedUseKey } from '../../core/storage/local-keys.ts'
import { recentAppsKey } from '../../core/storage/signed-in-keys.ts'
import { readDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'

/** What the portal stores on this device, how to clear it, and how to install the portal. */
export default function DeviceSettings({
  userId,
  countUploads,
}: {
  userId: string
  countUploads: () => Promise<number>
}) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const uploading = useObservable(hasActiveUploads)
  const [asking, setAsking] = useState(false)

  const { data: kept } = useQuery({
    queryKey: ['kept on this device', userId],
    queryFn: async () => ({ ...(await readKept(userId)), uploads: await countUploads() }),
    gcTime: 0,
    networkMode: 'always',
  })

  const clear = async () => {
    await (await import('../../core/storage/wipe-device.ts')).wipeDevice()
    reloadWithoutAsking()
  }

  const entriesOf = ({ desktopAt, recents, password, uploads, files, bytes }: Kept) => {
    const isThere = (there: boolean) => t(there ? 'device.yes' : 'device.no')
    const time = desktopAt !== null && formatDateTime(desktopAt, language)
    const size = bytes !== null && formatBytes(bytes, language)
    return [
      ['desktop', time ? t('device.desktopAt', { time }) : isThere(false)],
      ['recents', recents === 0 ? isThere(false) : t('device.count', { count: recents })],
      ['password', isThere(password)],
      ['uploads', uploads === 0 ? isThere(false) : t('device.count', { count: uploads })],
      ['look', isThere(true)],
      ['files', size ? t('device.used', { size }) : isThere(files)],
    ] as const
  }

  return (
    <>
      <Card title={t('device.kept')}>
        {!kept ? (
          <Skeleton lines={5} />
        ) : kept.shared ? (
          <p className="k-note">{t('device.shared')}</p>
        ) : (
          <Facts>
            {entriesOf(kept).map(([name, value]) => (
              <Fact key={name} label={t(`device.${name}`)}>
                {value}
              </Fact>
            ))}
          </Facts>
        )}
        <div className="k-action">
          <Button kind="danger" onClick={() => setAsking(true)}>
            {t('device.clear')}
          </Button>
          <p className="k-soft">{t('device.clearHint')}</p>
        </div>
      </Card>
      <InstallCard />
      <QuestionDialog
        open={asking}
        question={t('device.question')}
        action={t('device.confirm')}
        onClose={() => setAsking(false)}
        onConfirm={clear}
      >
        <p>{t('device.questionText')}</p>
        {uploading && <p>{t('device.uploading')}</p>}
      </QuestionDialog>
    </>
  )
}

function InstallCard() {
  const { t } = useTranslation('settings')
  const prompt = useObservable(installPrompt)
  const [installed] = useState(() => matchMedia('(display-mode: standalone)').matches)
  const [way] = useState(() => installWay(navigator.userAgent, navigator.maxTouchPoints))
  return (
    <Card title={t('device.install')}>
      <p className="k-note">{t(installed ? 'device.installed' : 'device.installHint')}</p>
      {!installed && (
        <div className="k-action">
          {prompt ? (
            <Button kind="primary" onClick={() => void prompt()}>
              {t('device.installButton')}
            </Button>
          ) : (
            <p>{t(`device.installBy.${way}`)}</p>
          )}
        </div>
      )}
    </Card>
  )
}

type Kept = Awaited<ReturnType<typeof readKept>> & { uploads: number }

/** Reads what is stored for a user. Never rejects: what cannot be read counts as absent. */
async function readKept(userId: string) {
  const [desktop, files, usage] = await Promise.all([
    readDesktopSnapshot(userId),
    orNull(() => caches.keys()),
    orNull(() => navigator.storage.estimate()),
  ])
  const platforms = ['pc', 'mobile'] as const
  const recents = new Set(platforms.flatMap((platform) => recentAppsKey(platform, userId).get() ?? []))
  return {
    /** A shared computer, where nothing is stored. */
    shared: sharedUseKey.get() !== null,
    /** ISO 8601; null without a desktop snapshot. */
    desktopAt: desktop?.savedAt ?? null,
    recents: recents.size,
    password: rememberedKey.get() === true,
    /** Whether files of the portal are cached for offline use. */
    files: files !== null && files.length > 0,
    /** In all; null where the browser does not say. */
    bytes: usage?.usage ?? null,
  }
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}
