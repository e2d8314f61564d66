import { changeRecentApps, childIdKey } from '../../core/storage/local-keys.ts'
import { deleteDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'

/**
 * From now on this device shows another child of a parent: what it keeps of the one before must not stand under the other's name. Recent
 * applications are laid aside until that child comes back, and the desktop snapshot is drawn anew. Never rejects.
 */
export async function showChild(parentId: string, childId: string): Promise<void> {
  const before = childIdKey.get()
  if (before === childId) return
  if (before !== null) changeRecentApps(parentId, before, childId)
  childIdKey.set(childId)
  await deleteDesktopSnapshot(parentId)
}
