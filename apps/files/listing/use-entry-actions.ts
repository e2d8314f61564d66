import { useEffect, useRef, useState, type RefObject } from 'react'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { describeFailure } from '../failure.ts'
import { useLanguage, usePortal, useTexts } from '../portal.ts'
import type { Entry } from './entries.ts'
import type { RowActions } from './FileRows.tsx'
import type { FolderStore } from './folder-store.ts'

/** The actions of rows: delete with an undo, rename through `onRename`, download. Offline each shows a notice instead. */
export function useEntryActions(
  store: FolderStore,
  {
    shown,
    focusWhenDrawn,
    onRename,
    onShare,
  }: {
    shown: RefObject<readonly Entry[]>
    focusWhenDrawn: FocusWhenDrawn
    onRename: (entry: Entry) => void
    onShare: (entry: Entry) => void
  },
): RowActions & { refuseOffline(): boolean } {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const offerRetry = (failed: 'notRestored' | 'notRemoved', { name }: Entry, error: unknown, run: () => void) => {
    const reason = describeFailure(error, language, t)
    portal.notify('error', t(failed, { name: shortenName(name), reason }), { label: t('action.retry'), run })
  }

  /** Returns whether the portal is offline, and says so in a notice. */
  const refuseOffline = () => {
    if (portal.online.current) return false
    portal.notify('warning', t('offline.action'))
    return true
  }

  const restore = async (entry: Entry) => {
    const name = shortenName(entry.name)
    try {
      await store.restore(entry)
      portal.notify('success', t('restored', { name }))
      focusWhenDrawn('name', entry.id)
    } catch (error) {
      offerRetry('notRestored', entry, error, () => void restore(entry))
    }
  }

  const remove = async (entry: Entry) => {
    const name = shortenName(entry.name)
    const position = shown.current.findIndex((other) => other.id === entry.id)
    const neighbour = shown.current[position + 1] ?? shown.current[position - 1]
    focusWhenDrawn(neighbour ? 'remove' : 'upload', neighbour?.id)
    try {
      await store.remove(entry)
      portal.notify('success', t('removed', { name }), { label: t('action.undo'), run: () => void restore(entry) })
    } catch (error) {
      offerRetry('notRemoved', entry, error, () => void remove(entry))
    }
  }

  return {
    refuseOffline,
    mayDownload: usePermitted('files_download') ? () => !refuseOffline() : null,
    rename: usePermitted('files_rename')
      ? (entry) => {
          if (!refuseOffline()) onRename(entry)
        }
      : null,
    share: usePermitted('files_share')
      ? (entry) => {
          if (!refuseOffline()) onShare(entry)
        }
      : null,
    remove: usePermitted('files_remove')
      ? (entry) => {
          if (!refuseOffline()) void remove(entry)
        }
      : null,
  }
}

/** Focuses a part of an entry's row, or without an id of the page, as soon as it is drawn. */
export type FocusWhenDrawn = (part: 'name' | 'rename' | 'remove' | 'upload', entryId?: string) => void

/** For rows that are about to come or go: `wantedId` is the entry whose row must be drawn, `onDrawn` is called when rows have been drawn. */
export function useFocusWhenDrawn(root: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null>(null)
  const [wantedId, setWantedId] = useState<string | null>(null)

  const onDrawn = () => {
    if (wanted.current === null) return
    const found = root.current?.querySelector<HTMLElement>(wanted.current)
    if (!found) return
    found.focus()
    // An element behind a dialog that is still closing cannot take focus: the next drawing tries again.
    if (document.activeElement === found) wanted.current = null
  }
  // Without dependencies: any drawing may bring the element.
  useEffect(onDrawn)

  const focusWhenDrawn: FocusWhenDrawn = (part, entryId) => {
    wanted.current = `${entryId === undefined ? '' : `[data-entry="${CSS.escape(entryId)}"] `}[data-part="${part}"]`
    setWantedId(entryId ?? null)
  }
  return { wantedId, onDrawn, focusWhenDrawn }
}
