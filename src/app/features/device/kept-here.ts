import { rememberedKey, recentAppsKey, sharedUseKey } from '../../core/storage/local-keys.ts'
import { readDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'

export interface KeptHere {
  /** A shared computer, where nothing is stored. */
  readonly shared: boolean
  /** ISO 8601; null without a desktop snapshot. */
  readonly desktopAt: string | null
  readonly recents: number
  readonly password: boolean
  /** Whether files of the portal are cached for offline use. */
  readonly files: boolean
  /** Bytes in all; null where the browser does not say. */
  readonly bytes: number | null
}

/** Reads what is stored for a user. Never rejects: what cannot be read counts as absent. */
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
