import { useEffect, useRef, useState, type RefObject } from 'react'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useDownloads } from '../../../src/app/ui/files/download.ts'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { ownFile } from '../own-files.ts'
import { failedEntry } from '../failure.ts'
import { usePortal, useTexts } from '../portal.ts'
import type { Entry } from './entries.ts'
import type { RowActions } from './FileRows.tsx'
import type { FolderStore } from './folder-store.ts'

/** A folder to move to; null is the top. */
export interface MoveTarget {
  readonly id: string | null
  readonly name: string
}

/** Files that are downloaded with one press: browsers ask about each. */
export const DOWNLOADS_MAX = 20

/** The actions on entries: delete and move with an undo, rename, move and open through the page's dialogs, download. Offline each shows a notice instead. */
export function useEntryActions(
  store: FolderStore,
  {
    shown,
    folder,
    focusWhenDrawn,
    onRename,
    onMove,
    onOpen,
    onShare,
    onVersions,
  }: {
    shown: RefObject<readonly Entry[]>
    /** The folder that is shown. */
    folder: MoveTarget
    focusWhenDrawn: FocusWhenDrawn
    onRename: (entry: Entry) => void
    onMove: (entries: readonly Entry[]) => void
    onOpen: (entry: Entry) => void
    onShare: (entry: Entry) => void
    onVersions: (entry: Entry) => void
  },
): EntryActions {
  const t = useTexts()
  const portal = usePortal()
  const mayDownload = usePermitted('files_download')
  const mayRename = usePermitted('files_rename')
  const downloads = useDownloads()
  const mayShare = usePermitted('files_share')

  /** Returns whether the portal is offline, and says so in a notice. */
  const refuseOffline = () => {
    if (portal.online.current) return false
    portal.notify('warning', t('offline.action'))
    return true
  }
  const whenOnline = <T>(act: (given: T) => void) => {
    return (given: T) => {
      if (!refuseOffline()) act(given)
    }
  }

  /** Says what happened to an entry, or to several. */
  const tell = (what: Told, entries: readonly Entry[], undo?: () => void, values: { folder?: string } = {}) => {
    const [first] = entries
    const text =
      entries.length === 1
        ? t(what, { name: shortenName(first?.name ?? ''), ...values })
        : t(`many.${what}`, { number: entries.length, ...values })
    portal.notify('success', text, undo && { label: t('action.undo'), run: undo })
  }
  const tellFailure = (what: Failed, entries: readonly Entry[], error: unknown, run: () => void) => {
    const subject = failedEntry(error, entries)
    const reason = failureText(error)
    const name = shortenName((subject ?? entries[0])?.name ?? '')
    const text =
      entries.length === 1 || subject
        ? t(what, { name, reason })
        : t(`many.${what}`, { number: entries.length, reason })
    portal.notify('error', text, { label: t('action.retry'), run })
  }

  const restore = async (entries: readonly Entry[]) => {
    try {
      await store.restore(entries)
      tell('restored', entries)
      const [first] = entries
      if (first) focusWhenDrawn('name', first.id)
    } catch (error) {
      tellFailure('notRestored', entries, error, () => void restore(entries))
    }
  }

  /** Focuses a row that stays when these go. */
  const focusNeighbour = (part: 'name' | 'remove', entries: readonly Entry[]) => {
    const going = new Set(entries.map(({ id }) => id))
    const position = shown.current.findIndex(({ id }) => going.has(id))
    const stays = (entry: Entry) => !going.has(entry.id)
    const neighbour = shown.current.slice(position).find(stays) ?? shown.current.slice(0, position).findLast(stays)
    focusWhenDrawn(neighbour ? part : 'upload', neighbour?.id)
  }

  const remove = async (entries: readonly Entry[]) => {
    focusNeighbour(entries.length === 1 ? 'remove' : 'name', entries)
    try {
      await store.remove(entries)
      tell('removed', entries, () => void restore(entries))
    } catch (error) {
      tellFailure('notRemoved', entries, error, () => void remove(entries))
    }
  }

  const moveTo = async (entries: readonly Entry[], target: MoveTarget, from = folder, isUndo = false) => {
    if (refuseOffline()) return
    if (!isUndo) focusNeighbour('name', entries)
    try {
      await store.move(entries, target.id)
      const undo = isUndo ? undefined : () => void moveTo(entries, from, target, true)
      tell('moved', entries, undo, { folder: shortenName(target.name) })
    } catch (error) {
      tellFailure('notMoved', entries, error, () => void moveTo(entries, target, from, isUndo))
    }
  }

  /** One after the other: without a session all would ask for the same sign-in. */
  const downloadEach = async (files: readonly Entry[]) => {
    for (const { id, name } of files) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      if ((await downloads.download(ownFile(id, name))) === 'cut off') return
    }
  }

  return {
    refuseOffline,
    mayDownload,
    open: mayDownload ? whenOnline(onOpen) : null,
    download: mayDownload
      ? whenOnline((entries: readonly Entry[]) => {
          const files = entries.filter(({ kind }) => kind === 'file')
          if (files.length > DOWNLOADS_MAX)
            portal.notify('warning', t('many.tooManyDownloads', { number: DOWNLOADS_MAX }))
          else void downloadEach(files)
        })
      : null,
    rename: mayRename ? whenOnline(onRename) : null,
    share: mayShare ? whenOnline(onShare) : null,
    versions: whenOnline(onVersions),
    move: mayRename ? whenOnline(onMove) : null,
    moveTo: mayRename ? (entries, target) => void moveTo(entries, target) : null,
    remove: usePermitted('files_remove') ? whenOnline((entries: readonly Entry[]) => void remove(entries)) : null,
  }
}

type Told = 'removed' | 'restored' | 'moved'
type Failed = 'notRemoved' | 'notRestored' | 'notMoved'

/** Each is null without its permission. */
export interface EntryActions extends RowActions {
  refuseOffline(): boolean
  readonly download: ((entries: readonly Entry[]) => void) | null
  readonly moveTo: ((entries: readonly Entry[], target: MoveTarget) => void) | null
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
