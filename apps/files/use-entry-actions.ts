import type { RefObject } from 'react'
import type { Entry } from './entries.ts'
import { failureCode, failureReason } from './failure.ts'
import type { RowActions } from './FileRow.tsx'
import type { FolderStore } from './folder-store.ts'
import { useObservable, usePortal } from './portal-context.ts'
import { shortenName } from '../../src/app/ui/files/split-name.ts'
import { useTexts } from './use-texts.ts'

/** What the rows can do: delete at once with a way back, rename through `onRename`, download. Offline each says why it cannot. */
export function useEntryActions(
  store: FolderStore,
  {
    shown,
    focusLater,
    onRename,
  }: {
    shown: RefObject<readonly Entry[]>
    focusLater: (...selectors: string[]) => void
    onRename: (entry: Entry) => void
  },
): RowActions & { needsNetwork(): boolean } {
  const t = useTexts()
  const portal = usePortal()
  const language = useObservable(portal.language)
  const reasonOf = (error: unknown) => failureReason(failureCode(error), language, t)

  /** True, with a notice, when the network that an action needs is not there. */
  const needsNetwork = () => {
    if (portal.online.current) return false
    portal.notify('warning', t('offline.action'))
    return true
  }

  const restore = async (entry: Entry) => {
    const name = shortenName(entry.name)
    try {
      await store.restore(entry)
      portal.notify('success', t('restored', { name }))
      focusLater(`[data-entry="${CSS.escape(entry.id)}"] [data-part="name"]`)
    } catch (error) {
      portal.notify('error', t('notRestored', { name, reason: reasonOf(error) }), {
        label: t('action.retry'),
        run: () => void restore(entry),
      })
    }
  }

  const remove = async (entry: Entry) => {
    const name = shortenName(entry.name)
    const position = shown.current.findIndex((other) => other.id === entry.id)
    const neighbour = shown.current[position + 1] ?? shown.current[position - 1]
    focusLater(neighbour ? `[data-entry="${CSS.escape(neighbour.id)}"] [data-part="remove"]` : '[data-part="upload"]')
    try {
      await store.remove(entry)
      portal.notify('success', t('removed', { name }), { label: t('action.undo'), run: () => void restore(entry) })
    } catch (error) {
      portal.notify('error', t('notRemoved', { name, reason: reasonOf(error) }), {
        label: t('action.retry'),
        run: () => void remove(entry),
      })
    }
  }

  return {
    needsNetwork,
    mayDownload: () => !needsNetwork(),
    rename: (entry) => {
      if (!needsNetwork()) onRename(entry)
    },
    remove: (entry) => {
      if (!needsNetwork()) void remove(entry)
    },
  }
}
