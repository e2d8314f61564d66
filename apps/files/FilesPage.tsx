import { useEffect, useMemo, useRef, useState } from 'react'
import { failureText } from '../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../src/app/core/language/use-language.ts'
import { useOnline } from '../../src/app/core/connectivity/use-online.ts'
import type { FileTree, SearchKey } from '../../src/app/micro-apps/micro-app.ts'
import { usePermitted } from '../../src/app/ui/layout/Permitted.tsx'
import { shortenName } from '../../src/app/ui/files/split-name.ts'
import { ExportButton } from '../../src/app/ui/export/ExportButton.tsx'
import { NameDialog } from './dialogs/NameDialog.tsx'
import { useSearchKeys } from '../../src/app/micro-apps/app-context.ts'
import { DropCover, useIncomingFiles } from './incoming/incoming-files.tsx'
import { followFoldersBelow } from './incoming/arriving-folders.ts'
import { useAddFiles } from './incoming/use-add-files.tsx'
import { ArrivalsContext, useArrivals } from './incoming/use-arriving.tsx'
import { withArriving, type Entry } from './listing/entries.ts'
import { FolderContent } from './listing/FolderContent.tsx'
import { folderPath } from './listing/folder-path.ts'
import { folderSheet, loadEntries } from './listing/folder-sheet.ts'
import { Breadcrumb, Toolbar } from './listing/FolderHeader.tsx'
import { isMissing, type FolderStore } from './listing/folder-store.ts'
import { knownPath } from './listing/listing.ts'
import { QuotaLine } from './listing/QuotaLine.tsx'
import { SelectionBar } from './listing/SelectionBar.tsx'
import { useSelection } from './listing/use-selection.ts'
import { useRowDrag } from './listing/use-row-drag.ts'
import { useRowInput } from './listing/use-row-input.ts'
import { useEntryActions, useFocusWhenDrawn } from './listing/use-entry-actions.ts'
import { useFolder } from './listing/use-folder.ts'
import { usePortal, useTexts } from './portal.ts'
import { PlaceNav } from './sharing/PlaceNav.tsx'
import { SharedMarks } from './sharing/SharedMark.tsx'
import { lateDialog } from '../../src/app/ui/late-part.tsx'
import { usePageHeading } from '../../src/app/ui/record/use-page-heading.ts'

// Not needed to show a folder.
const MoveDialog = lateDialog(() => import('./dialogs/MoveDialog.tsx'))
const ShareDialog = lateDialog(async () => ({ default: (await import('./sharing/ShareDialog.tsx')).ShareDialog }))
const VersionsDialog = lateDialog(async () => ({
  default: (await import('./versions/VersionsDialog.tsx')).VersionsDialog,
}))
const PreviewDialog = lateDialog(() => import('./preview/PreviewDialog.tsx'))

/** The page of a folder. */
export function FilesPage({ store, folderId }: { store: FolderStore; folderId: string | null }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const online = useOnline()
  const listed = useFolder(store, folderId)
  const { arrivals, names: arriving, isArriving } = useArrivals({ folderId, path: listed.path })
  const shownEntries = useMemo(
    () => listed.entries && withArriving(listed.entries, arriving),
    [listed.entries, arriving],
  )
  const folder = { ...listed, entries: shownEntries }
  const { load, path, entries, end } = folder
  /** The entry to rename, or the dialog for a new folder. */
  const [dialog, setDialog] = useState<Entry | 'new-folder' | null>(null)
  const [sharing, setSharing] = useState<Entry | null>(null)
  const [versionsOf, setVersionsOf] = useState<Entry | null>(null)
  const { add, dialog: replacing } = useAddFiles(folderId)
  const [announcement, setAnnouncement] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const shown = useRef<readonly Entry[]>([])
  const { focusWhenDrawn, ...focus } = useFocusWhenDrawn(root)

  const folderName = path.at(-1)?.name ?? t('title')
  const heading = usePageHeading(folderId, folderName)
  useSearchKeys(searchKeys(t('title'), path, entries ?? []))
  const namesOf = (kind: Entry['kind']) =>
    (entries ?? []).filter((entry) => entry.kind === kind).map(({ name }) => name)
  const missing = load.phase === 'failed' && isMissing(load.error)
  /** The file that is shown, and the entries that ask where to. */
  const [openId, setOpenId] = useState<string | null>(null)
  const [moving, setMoving] = useState<readonly Entry[] | null>(null)
  const actions = useEntryActions(store, {
    shown,
    folder: { id: folderId, name: folderName },
    focusWhenDrawn,
    onRename: setDialog,
    onMove: setMoving,
    onShare: setSharing,
    onVersions: setVersionsOf,
    onOpen: ({ id }) => setOpenId(id),
  })
  const { selected, ids: selectedIds, select, selectAll, clear } = useSelection(folderId, entries)
  const remove = (going: readonly Entry[]) => {
    actions.remove?.(going)
    clear()
  }
  useRowInput(root, {
    entries: entries ?? [],
    hasSelection: selected.length > 0,
    select,
    selectAll,
    clear,
    focus: ({ id }) => focusWhenDrawn('name', id),
    rename: (entry) => actions.rename?.(entry),
    remove: (entry) => {
      const going = entry && !selectedIds.has(entry.id) ? [entry] : selected
      if (actions.remove && going.length > 0) remove(going)
    },
  })
  useRowDrag(root, {
    entries: entries ?? [],
    selected,
    current: folderId,
    folders: [{ id: null, name: t('title') }, ...path],
    onMove: actions.moveTo,
  })

  useEffect(() => {
    shown.current = entries ?? []
  }, [entries])

  // Those at the top of an upload are followed for all pages; within them only what is open needs its list fetched again.
  useEffect(
    () =>
      followFoldersBelow(
        portal.upload.items,
        () => ({ folderId, path: knownPath(store.knownFolders(), folderId) }),
        (name) => void store.noteFolder(folderId, name),
      ),
    [portal, store, folderId],
  )

  const receive = async (incoming: Promise<FileTree>) => {
    try {
      const tree = await incoming
      if (missing && tree.entries.length > 0) return portal.notify('warning', t('failed.missing'))
      await add(tree)
    } catch (error) {
      portal.notify('warning', failureText(error))
    }
    return undefined
  }
  const loadAll = (signal: AbortSignal, onProgress: (part: number) => void) =>
    loadEntries(signal, portal, { folderId, sort: folder.sort, language }, onProgress)
  const mayUpload = usePermitted('files_upload')
  const mayMakeFolder = usePermitted('files_folder')
  const isDragging = useIncomingFiles(root, mayUpload, (incoming) => void receive(incoming))
  const choose = mayUpload ? () => void receive(portal.upload.choose('files')) : null
  const chooseFolder = () => void receive(portal.upload.choose('directory'))

  return (
    <div ref={root} className="f-page">
      <PlaceNav page="mine" />
      <SelectionBar
        selected={selected}
        onMove={actions.move && (() => actions.move?.(selected))}
        onDownload={actions.download && (() => actions.download?.(selected))}
        onRemove={actions.remove && (() => remove(selected))}
        onClear={() => {
          const [first] = selected
          clear()
          if (first) focusWhenDrawn('name', first.id)
        }}
      />
      <header className="f-head">
        <Breadcrumb path={path} heading={heading} />
        {!missing && (
          <Toolbar
            sort={folder.sort}
            onSort={folder.setSort}
            empty={entries?.length === 0 && end === 'done'}
            offline={!online}
            exporting={
              <ExportButton
                file={folderName}
                label={t('toolbar.export')}
                needsNetwork={end !== 'done'}
                source={async (signal, onProgress) => {
                  if (listed.entries === null) return null
                  const all = end === 'done' ? listed.entries : await loadAll(signal, onProgress)
                  return [folderSheet(all, { name: folderName, t })]
                }}
              />
            }
            onUpload={choose}
            onUploadFolder={mayUpload && portal.upload.choosesDirectories ? chooseFolder : null}
            onNewFolder={
              mayMakeFolder
                ? () => {
                    if (!actions.refuseOffline()) setDialog('new-folder')
                  }
                : null
            }
            hasBin={actions.remove !== null}
          />
        )}
      </header>
      <SharedMarks folderId={folderId}>
        <ArrivalsContext value={arrivals}>
          <FolderContent
            key={folderId}
            folder={folder}
            arriving={isArriving}
            actions={actions}
            onUpload={choose}
            selected={selectedIds}
            onPick={(entry) => select(entry, 'toggle')}
            onPickAll={(isPicked) => (isPicked ? selectAll() : clear())}
            {...focus}
          />
        </ArrivalsContext>
      </SharedMarks>
      {sharing && <ShareDialog entry={sharing} onClose={() => setSharing(null)} />}
      {replacing}
      {versionsOf && (
        <VersionsDialog
          file={versionsOf}
          folderId={folderId}
          onRestored={(file) => store.addFiles([file])}
          onClose={() => {
            setVersionsOf(null)
            focusWhenDrawn('name', versionsOf.id)
          }}
        />
      )}
      <QuotaLine />
      {dialog !== null && (
        <NameDialog
          entry={dialog === 'new-folder' ? null : dialog}
          taken={namesOf(dialog === 'new-folder' ? 'folder' : dialog.kind)}
          create={(name) => store.createFolder(folderId, name)}
          rename={(entry, name) => store.rename(entry, name)}
          onClose={() => setDialog(null)}
          onCreated={({ id, name }) => {
            setAnnouncement(t('folderCreated', { name }))
            focusWhenDrawn('name', id)
          }}
          onRenamed={({ id }, name) => {
            setAnnouncement(t('renamed', { name }))
            focusWhenDrawn('rename', id)
          }}
        />
      )}
      {moving && (
        <MoveDialog
          entries={moving}
          from={folderId}
          path={path}
          onClose={() => setMoving(null)}
          onChosen={(target) => {
            setMoving(null)
            clear()
            actions.moveTo?.(moving, target)
          }}
        />
      )}
      {openId !== null && actions.open && (
        <PreviewDialog
          files={(entries ?? []).filter(({ kind }) => kind === 'file')}
          fileId={openId}
          onVersions={(file) => {
            setOpenId(null)
            actions.versions?.(file)
          }}
          onShow={setOpenId}
          onClose={() => {
            setOpenId(null)
            focusWhenDrawn('name', openId)
          }}
        />
      )}
      {isDragging && <DropCover folder={shortenName(folderName)} />}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

/** As many folders as the search offers. */
const KEYS_MAX = 200

/** The folders that the page leads to: those above it, and those in it. */
function searchKeys(
  title: string,
  path: readonly { id: string; name: string }[],
  entries: readonly Entry[],
): SearchKey[] {
  const inside = entries
    .filter(({ kind, arriving }) => kind === 'folder' && !arriving)
    .map(({ id, name }) => ({ path: folderPath(id), name }))
  const above = path.slice(0, -1).map(({ id, name }) => ({ path: folderPath(id), name }))
  const top = path.length > 0 ? [{ path: folderPath(null), name: title }] : []
  return [...inside, ...above.toReversed(), ...top].slice(0, KEYS_MAX)
}
