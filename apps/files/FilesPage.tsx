import { useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage } from '../../src/app/core/language/use-language.ts'
import type { SearchKey } from '../../src/app/micro-apps/micro-app.ts'
import { usePermitted } from '../../src/app/ui/layout/Permitted.tsx'
import { shortenName } from '../../src/app/ui/files/split-name.ts'
import { ExportButton } from '../../src/app/ui/export/ExportButton.tsx'
import { PageHead } from '../../src/app/ui/record/PageHead.tsx'
import { NameDialog } from './dialogs/NameDialog.tsx'
import { useSearchKeys } from '../../src/app/micro-apps/app-context.ts'
import { DropCover, useIncomingFiles } from './incoming/incoming-files.tsx'
import { followFoldersBelow } from './incoming/arriving-folders.ts'
import { useAddFiles } from './incoming/use-add-files.tsx'
import { ArrivalsContext, useArrivals } from './incoming/use-arriving.tsx'
import { MoveDialog, PreviewDialog, ShareDialog, VersionsDialog } from './late-dialogs.ts'
import { withArriving, type Entry } from './listing/entries.ts'
import { FolderContent } from './listing/FolderContent.tsx'
import { FolderPath } from './listing/FolderPath.tsx'
import { folderPath } from './listing/folder-path.ts'
import { folderSheet, loadEntries } from './listing/folder-sheet.ts'
import { isMissing, type FolderStore } from './listing/folder-store.ts'
import { knownPath } from './listing/listing.ts'
import { OwnSelection } from './listing/OwnSelection.tsx'
import { QuotaLine } from './listing/QuotaLine.tsx'
import { Toolbar } from './listing/Toolbar.tsx'
import { useSelection } from './listing/use-selection.ts'
import { useRowDrag } from './listing/use-row-drag.ts'
import { useRowInput } from './listing/use-row-input.ts'
import { useEntryActions, useFocusWhenDrawn, type OpenDialog } from './listing/use-entry-actions.ts'
import { useFolder } from './listing/use-folder.ts'
import { usePortal, useTexts } from './portal.ts'
import { PlaceNav } from './sharing/PlaceNav.tsx'
import { SharedMarks } from './sharing/SharedMark.tsx'
/** The page of a folder. */
export function FilesPage({ store, folderId }: { store: FolderStore; folderId: string | null }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const listed = useFolder(store, folderId)
  const { arrivals, names: arriving, isArriving } = useArrivals({ folderId, path: listed.path })
  const shownEntries = useMemo(
    () => listed.entries && withArriving(listed.entries, arriving),
    [listed.entries, arriving],
  )
  const folder = { ...listed, entries: shownEntries }
  const { load, path, entries, end } = folder
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const shown = useRef<readonly Entry[]>([])
  const { focusWhenDrawn, ...focus } = useFocusWhenDrawn(root)

  const folderName = path.at(-1)?.name ?? t('title')
  useSearchKeys(searchKeys(t('title'), path, entries ?? []))
  const missing = load.phase === 'failed' && isMissing(load.error)
  const { receive, dialog: replacing } = useAddFiles(folderId, missing ? t('failed.missing') : null)
  const actions = useEntryActions(store, {
    shown,
    folder: { id: folderId, name: folderName },
    focusWhenDrawn,
    onOpen: setDialog,
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
  const folders = [{ id: null, name: t('title') }, ...path]
  useRowDrag(root, { entries: entries ?? [], selected, current: folderId, folders, onMove: actions.moveTo })

  useEffect(() => {
    shown.current = entries ?? []
  }, [entries, shown])

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

  const loadAll = (signal: AbortSignal, onProgress: (part: number) => void) =>
    loadEntries(signal, portal, { folderId, sort: folder.sort, language }, onProgress)
  const isDragging = useIncomingFiles(root, usePermitted('files_upload'), (incoming) => void receive(incoming))
  const close = () => setDialog(null)
  /** Closes a dialog about a file, whose row gets the focus. */
  const closeTo = (id: string) => {
    close()
    focusWhenDrawn('name', id)
  }
  const nameIt = async (entry: Entry | null, name: string) => {
    if (entry) await store.rename(entry, name)
    const { id } = entry ?? (await store.createFolder(folderId, name))
    setAnnouncement(t(entry ? 'renamed' : 'folderCreated', { name }))
    focusWhenDrawn(entry ? 'rename' : 'name', id)
  }

  return (
    <div ref={root} className="app-page f-page">
      <PlaceNav page="mine" />
      <PageHead
        page={folderId}
        title={folderName}
        above={
          <FolderPath
            steps={folders.slice(0, -1).map(({ id, name }) => ({ name, path: folderPath(id), drop: id ?? '' }))}
          />
        }
      >
        {!missing && (
          <Toolbar
            sort={folder.sort}
            onSort={folder.setSort}
            empty={entries?.length === 0 && end === 'done'}
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
            onNewFolder={() => setDialog({ what: 'name', entry: null })}
            receive={receive}
          />
        )}
      </PageHead>
      <OwnSelection
        selected={selected}
        actions={actions}
        onRemove={() => remove(selected)}
        onClear={() => {
          const [first] = selected
          clear()
          if (first) focusWhenDrawn('name', first.id)
        }}
      />
      <SharedMarks folderId={folderId}>
        <ArrivalsContext value={arrivals}>
          <FolderContent
            key={folderId}
            folder={folder}
            arriving={isArriving}
            actions={actions}
            receive={receive}
            selected={selectedIds}
            onPick={(entry) => select(entry, 'toggle')}
            onPickAll={(isPicked) => (isPicked ? selectAll() : clear())}
            {...focus}
          />
        </ArrivalsContext>
      </SharedMarks>
      <QuotaLine />
      {replacing}
      {dialog?.what === 'share' && <ShareDialog entry={dialog.entry} onClose={close} />}
      {dialog?.what === 'versions' && (
        <VersionsDialog
          file={dialog.entry}
          folderId={folderId}
          onRestored={(file) => store.addFiles([file])}
          onClose={() => closeTo(dialog.entry.id)}
        />
      )}
      {dialog?.what === 'name' && (
        <NameDialog
          entry={dialog.entry}
          siblings={entries ?? []}
          onSave={(name) => nameIt(dialog.entry, name)}
          onClose={close}
        />
      )}
      {dialog?.what === 'move' && (
        <MoveDialog
          entries={dialog.entries}
          from={folderId}
          path={path}
          onClose={close}
          onChosen={(target) => {
            close()
            clear()
            actions.moveTo?.(dialog.entries, target)
          }}
        />
      )}
      {dialog?.what === 'preview' && actions.open && (
        <PreviewDialog
          files={(entries ?? []).filter(({ kind }) => kind === 'file')}
          fileId={dialog.entry.id}
          onVersions={(entry) => setDialog({ what: 'versions', entry })}
          onShow={(entry) => setDialog({ what: 'preview', entry })}
          onClose={() => closeTo(dialog.entry.id)}
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
