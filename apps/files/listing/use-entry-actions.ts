import { useEffect, useRef, useState, type RefObject } from 'react'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useDownloads } from '../../../src/app/ui/files/download.ts'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { ownFile } from '../own-files.ts'
import { failedEntry } from '../failure.ts'
import { usePortal, useTexts } from '../portal.ts'
import { useRefuseOffline } from '../use-refuse-offline.ts'
import type { Entry } from './entries.ts'
import type { RowActions } from './FileRows.tsx'
import type { FolderStore } from './folder-store.ts'
import { neighbourOf } from './selection.ts'

/** A folder to move to; null is the top. */
export interface MoveTarget {
  readonly id: string | null
  readonly name: string
}

/** Files that are downloaded with one press: browsers ask about each. */
export const DOWNLOADS_MAX = 20

/** What is open over a folder: the dialog for a name, without an entry that of a new folder, or another one of entries. */
export type OpenDialog =
  | { readonly what: 'name'; readonly entry: Entry | null }
  | { readonly what: 'share' | 'versions' | 'preview'; readonly entry: Entry }
  | { readonly what: 'move'; readonly entries: readonly Entry[] }

interface Move {
  readonly entries: readonly Entry[]
  readonly target: MoveTarget
  readonly from: MoveTarget
}

/** The actions on entries: delete and move with an undo, rename, move and open through the page's dialogs, download. Offline each shows a notice instead. */
export function useEntryActions(
  store: FolderStore,
  {
    shown,
    folder,
    focusWhenDrawn,
    onOpen,
  }: {
    shown: RefObject<readonly Entry[]>
    /** The folder that is shown. */
    folder: MoveTarget
    focusWhenDrawn: FocusWhenDrawn
    onOpen: (dialog: OpenDialog) => void
  },
): EntryActions {
  const t = useTexts()
  const portal = usePortal()
  const mayDownload = usePermitted('files_download')
  const mayRename = usePermitted('files_rename')
  const mayShare = usePermitted('files_share')
  const mayRemove = usePermitted('files_remove')
  const downloads = useDownloads()
  const refusesOffline = useRefuseOffline()

  const whenOnline = <T>(act: (given: T) => void) => {
    return (given: T) => {
      if (!refusesOffline()) act(given)
    }
  }
  const opens = (what: 'name' | 'share' | 'versions' | 'preview') =>
    whenOnline((entry: Entry) => onOpen({ what, entry }))

  /** What happened to an entry, or to several. */
  const tell = (what: Told, entries: readonly Entry[], values: { folder?: string } = {}) =>
    entries.length === 1
      ? t(what, { name: shortenName(entries[0]?.name ?? ''), ...values })
      : t(`many.${what}`, { number: entries.length, ...values })
  const tellFailure = (what: 'notRemoved' | 'notMoved', entries: readonly Entry[], error: unknown) => {
    const subject = failedEntry(error, entries)
    return tell(what, subject ? [subject] : entries)
  }

  /** Focuses a row that stays when these go. */
  const focusNeighbour = (part: 'name' | 'remove', entries: readonly Entry[]) => {
    const neighbour = neighbourOf(shown.current, entries)
    focusWhenDrawn(neighbour ? part : 'upload', neighbour?.id)
  }

  // The store itself changes what is listed.
  const remove = useChange((entries: readonly Entry[]) => store.remove(entries), {
    done: (_, entries) => tell('removed', entries),
    failed: (entries, error) => tellFailure('notRemoved', entries, error),
    undo: (_, entries) => async () => {
      await store.restore(entries)
      const [first] = entries
      if (first) focusWhenDrawn('name', first.id)
    },
    undone: (entries) => tell('restored', entries),
    renews: [],
  })
  const move = useChange(({ entries, target }: Move) => store.move(entries, target.id), {
    done: (_, { entries, target }) => tell('moved', entries, { folder: shortenName(target.name) }),
    failed: ({ entries }, error) => tellFailure('notMoved', entries, error),
    undo:
      (_, { entries, from }) =>
      () =>
        store.move(entries, from.id),
    undone: ({ entries, from }) => tell('moved', entries, { folder: shortenName(from.name) }),
    renews: [],
  })

  /** One after the other: without a session all would ask for the same sign-in. */
  const downloadEach = async (files: readonly Entry[]) => {
    for (const { id, name } of files) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      if ((await downloads.download(ownFile(id, name))) === 'cut off') return
    }
  }

  return {
    mayDownload,
    open: mayDownload ? opens('preview') : null,
    download: mayDownload
      ? whenOnline((entries: readonly Entry[]) => {
          const files = entries.filter(({ kind }) => kind === 'file')
          if (files.length > DOWNLOADS_MAX)
            portal.notify('warning', t('many.tooManyDownloads', { number: DOWNLOADS_MAX }))
          else void downloadEach(files)
        })
      : null,
    rename: mayRename ? opens('name') : null,
    share: mayShare ? opens('share') : null,
    versions: opens('versions'),
    move: mayRename ? whenOnline((entries: readonly Entry[]) => onOpen({ what: 'move', entries })) : null,
    moveTo: mayRename
      ? (entries, target) => {
          if (refusesOffline()) return
          focusNeighbour('name', entries)
          move.mutate({ entries, target, from: folder })
        }
      : null,
    remove: mayRemove
      ? whenOnline((entries: readonly Entry[]) => {
          focusNeighbour(entries.length === 1 ? 'remove' : 'name', entries)
          remove.mutate(entries)
        })
      : null,
  }
}

type Told = 'removed' | 'restored' | 'moved' | 'notRemoved' | 'notMoved'

/** Each is null without its permission. */
export interface EntryActions extends RowActions {
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
