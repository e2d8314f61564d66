import { useEffect, useMemo, useRef, useState } from 'react'
import type { FileTree } from '../../src/app/micro-apps/micro-app.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { DropCover } from './DropCover.tsx'
import { createEntrySorter, type Entry, type Sort } from './entries.ts'
import { FolderContent } from './FolderContent.tsx'
import type { FolderStore, Load } from './folder-store.ts'
import { totalsOf, withoutRemoved } from './listing.ts'
import { failureCode, failureReason } from './failure.ts'
import { NewFolderDialog } from './NewFolderDialog.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { RoomLine } from './RoomLine.tsx'
import type { LoadMoreStatus } from '../../src/app/ui/layout/LoadMore.tsx'
import { shortenName } from '../../src/app/ui/files/split-name.ts'
import { Toolbar } from './Toolbar.tsx'
import { useBitByBit } from './use-bit-by-bit.ts'
import { useEntryActions } from './use-entry-actions.ts'
import { useFocusLater } from './use-focus-later.ts'
import { useFolder } from './use-folder.ts'
import { useIncomingFiles } from './use-incoming-files.ts'
import { useTexts, type Translate } from './use-texts.ts'

type OpenDialog = { kind: 'none' } | { kind: 'new-folder' } | { kind: 'rename'; entry: Entry }

/** One folder: the way to it, and what it holds. */
export function FilesPage({ store, folderId }: { store: FolderStore; folderId: string | null }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useObservable(portal.language)
  const online = useObservable(portal.online)
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false })
  const { load, more, listing, path, removed, fresh } = useFolder(store, folderId, { ...sort, language })
  const [dialog, setDialog] = useState<OpenDialog>({ kind: 'none' })
  const [said, setSaid] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<readonly Entry[]>([])
  const focusLater = useFocusLater(root)

  const [sortEntries] = useState(createEntrySorter)
  const latest = useMemo(
    () => (listing ? sortEntries(withoutRemoved(listing, removed), sort, language) : null),
    [listing, removed, sort, language, sortEntries],
  )
  const entries = useBitByBit(folderId, latest)
  const totals = useMemo(() => (listing ? totalsOf(listing, removed) : null), [listing, removed])
  // What has come and is not drawn yet is not at its end.
  const end = listing?.next == null ? 'done' : load.phase === 'loading' || entries !== latest ? 'loading' : endOf(more)
  const folderName = path.at(-1)?.name ?? t('title')
  const namesOf = (kind: Entry['kind']) =>
    (entries ?? []).filter((entry) => entry.kind === kind).map(({ name }) => name)
  const missing = load.phase === 'failed' && load.code === 'files.folder_not_found'
  const actions = useEntryActions(store, {
    shown,
    focusLater,
    onRename: (entry) => setDialog({ kind: 'rename', entry }),
  })

  useEffect(() => {
    shown.current = entries ?? []
  }, [entries])

  useEffect(() => {
    portal.setTitle(folderName)
  }, [portal, folderName])

  const before = useRef(folderId)
  useEffect(() => {
    // The link that was followed is gone with its list; reading goes on at the heading of the new one.
    if (before.current !== folderId) heading.current?.focus()
    before.current = folderId
  }, [folderId])

  const receive = async (coming: Promise<FileTree>) => {
    try {
      const tree = await coming
      if (missing && tree.entries.length > 0) return portal.notify('warning', t('failed.missing'))
      if (tree.unread.length > 0) portal.notify('warning', unreadWarning(t, tree.unread))
      await portal.upload.addTree(tree, { folderId })
    } catch (error) {
      portal.notify('warning', failureReason(failureCode(error), language, t))
    }
    return undefined
  }
  const held = useIncomingFiles(
    root,
    (coming) => void receive(coming),
    (moment) => t('pasted', { moment }),
  )
  const choose = () => void receive(portal.upload.choose('files'))
  const chooseFolder = () => void receive(portal.upload.choose('directory'))

  return (
    <div ref={root} className="f-page">
      <header className="f-head">
        <Breadcrumb path={path} heading={heading} />
        {!missing && (
          <Toolbar
            sort={sort}
            onSort={setSort}
            empty={entries?.length === 0 && end === 'done'}
            offline={!online}
            onUpload={choose}
            onUploadFolder={portal.upload.choosesDirectories ? chooseFolder : null}
            onNewFolder={() => {
              if (!actions.needsNetwork()) setDialog({ kind: 'new-folder' })
            }}
          />
        )}
      </header>
      <FolderContent
        entries={entries}
        totals={totals}
        end={end}
        onMore={() => void store.loadMore()}
        load={load}
        fresh={fresh}
        sort={sort}
        onSort={setSort}
        actions={actions}
        onRetry={() => void store.refresh()}
        onUpload={choose}
      />
      <RoomLine />
      <NewFolderDialog
        open={dialog.kind === 'new-folder'}
        store={store}
        taken={namesOf('folder')}
        onClose={() => setDialog({ kind: 'none' })}
        onCreated={({ id, name }) => {
          setSaid(t('folderCreated', { name }))
          focusLater(`[data-entry="${CSS.escape(id)}"] [data-part="name"]`)
        }}
      />
      <RenameDialog
        entry={dialog.kind === 'rename' ? dialog.entry : null}
        store={store}
        taken={dialog.kind === 'rename' ? namesOf(dialog.entry.kind) : []}
        onClose={() => setDialog({ kind: 'none' })}
        onRenamed={(id, name) => {
          setSaid(t('renamed', { name }))
          // In its new place its row is another one.
          focusLater(`[data-entry="${CSS.escape(id)}"] [data-part="rename"]`)
        }}
      />
      {held && <DropCover folder={shortenName(folderName)} />}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

function endOf({ phase }: Load): LoadMoreStatus {
  return phase === 'ready' ? 'more' : phase
}

function unreadWarning(t: Translate, [name = '', ...others]: readonly string[]): string {
  return t('unread', { count: others.length + 1, name: shortenName(name) })
}
