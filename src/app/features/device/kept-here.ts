import { rememberedKey, recentAppsKey, sharedUseKey } from '../../core/storage/local-keys.ts'
import { readDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'

/** What the portal keeps of a person on this device. */
export interface KeptHere {
  /** It is a shared computer: nothing is. */
  readonly shared: boolean
  /** When the desktop snapshot was saved, ISO 8601; null without one. */
  readonly desktopAt: string | null
  readonly recents: number
  readonly password: boolean
  /** Some files of the portal lie here for the time without a network. */
  readonly files: boolean
  /** Bytes of everything together; null where the browser does not tell. */
  readonly bytes: number | null
}

/** Looks up what is kept of a user. Never rejects: what cannot be read counts as not there. */
export async function readKept(userId: string): Promise<KeptHere> {
  const [desktop, files, bytes] = await Promise.all([readDesktopSnapshot(userId), hasFiles(), readUsage()])
  const platforms = ['pc', 'mobile'] as const
  const recents = new Set(platforms.flatMap((platform) => recentAppsKey(platform, userId).get() ?? []))
  return {
    shared: sharedUseKey.get() !== null,
    desktopAt: desktop?.savedAt ?? null,
    recents: recents.size,
    password: rememberedKey.get() === true,
    files,
    bytes,
  }
}

async function hasFiles(): Promise<boolean> {
  try {
    return (await caches.keys()).length > 0
  } catch {
    return false
  }
}

async function readUsage(): Promise<number | null> {
  try {
    return (await navigator.storage.estimate()).usage ?? null
  } catch {
    return null
  }
}
