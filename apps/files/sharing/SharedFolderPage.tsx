import FileZip from '@phosphor-icons/core/regular/file-zip.svg?react'
import FolderDashed from '@phosphor-icons/core/duotone/folder-dashed-duotone.svg?react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  createSharedFolder,
  listShared,
  removeShared,
  renameShared,
  restoreShared,
} from '../../../contract/endpoints/storage/shares.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { personName } from '../../../src/app/micro-apps/names.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NameDialog } from '../dialogs/NameDialog.tsx'
import { EmptyCard } from '../EmptyCard.tsx'
import { followFoldersBelow } from '../incoming/arriving-folders.ts'
import { useAddFiles } from '../incoming/use-add-files.tsx'
import { entriesOf, type Entry } from '../listing/entries.ts'
import { FolderPath } from '../listing/FolderPath.tsx'
import { isMissing } from '../listing/folder-store.ts'
import { NewFolderButton, UploadButton, UploadFolderButton } from '../listing/Toolbar.tsx'
import { useEntryPages } from '../listing/use-entry-pages.tsx'
import { folderZip } from '../own-files.ts'
import { usePortal, useTexts } from '../portal.ts'
import { placePath } from './places.ts'
import { SharedList } from './SharedList.tsx'

/** A folder of another person, which the caller views or edits. */
export function SharedFolderPage({ folderId }: { folderId: string }) {
  const t = useTexts()
  const language = useLanguage()
  const query = useSharedFolder(folderId)
  const pages = query.data?.pages ?? []
  const first = pages[0]
  const title = first?.path.at(-1)?.name ?? t('places.shared')
  const entries = pages.flatMap(entriesOf)
  const top = { path: placePath({ page: 'shared', id: null }), name: t('places.shared') }
  /** What is named: an entry, or null for a new folder. */
  const [named, setNamed] = useState<{ readonly entry: Entry | null } | null>(null)
  const mayDownload = usePermitted('files_download')
  const mayEdit = first?.edit === true
  const mayRename = usePermitted('files_rename') && mayEdit
  const mayRemove = usePermitted('files_remove') && mayEdit
  const { save, remove } = useSharedChanges(folderId)
  const { receive, dialog: replacing } = useAddFiles(folderId)

  if (isMissing(query.error))
    return (
      <EmptyCard
        titleAs="h1"
        glyph={FolderDashed}
        title={t('sharing.gone')}
        hint={t('sharing.goneHint')}
        to={{ path: top.path, label: top.name }}
      />
    )
  return (
    <>
      <PageHead
        page={folderId}
        title={title}
        above={
          <FolderPath
            steps={[
              top,
              ...(first?.path ?? []).slice(0, -1).map(({ id, name }) => ({
                path: placePath({ page: 'shared', id }),
                name,
              })),
            ]}
          />
        }
        hint={
          first && (
            <>
              {t('sharing.by', { name: personName(first.owner, language) })}{' '}
              <Tag>{t(first.edit ? 'sharing.mayEdit' : 'sharing.mayView')}</Tag>
            </>
          )
        }
      >
        {mayDownload && entries.length > 0 && (
          <DownloadLink file={folderZip(folderId, title)} kind="plain" icon={FileZip}>
            {t('action.downloadAll')}
          </DownloadLink>
        )}
        {mayEdit && (
          <>
            <NewFolderButton onPress={() => setNamed({ entry: null })} />
            <UploadFolderButton receive={receive} />
            <UploadButton receive={receive} />
          </>
        )}
      </PageHead>
      {replacing}
      <SharedList
        query={query}
        label={title}
        folderId={folderId}
        rows={entries.map((entry) => ({
          entry,
          edit: mayEdit,
          facts: (
            <>
              <span>{entry.size === null ? t('table.folder') : formatBytes(entry.size, language)}</span>
              <span>{formatDateTime(entry.changedAt, language)}</span>
            </>
          ),
        }))}
        empty={{ title: t('empty.title'), ...(mayEdit && { hint: t('sharing.emptyFolder') }) }}
        rename={mayRename ? (entry) => setNamed({ entry }) : null}
        remove={mayRemove ? (entry) => remove.mutate(entry) : null}
      />
      {named && (
        <NameDialog
          entry={named.entry}
          siblings={entries}
          onSave={(name) => save.mutateAsync({ entry: named.entry, name })}
          onClose={() => setNamed(null)}
        />
      )}
    </>
  )
}

/** The folder's pages, fetched again when an upload has put a file into it, or has made or filled a folder that they lack. */
function useSharedFolder(folderId: string) {
  const { upload } = usePortal()
  const call = useCall()
  const language = useLanguage()
  const client = useQueryClient()
  const query = useEntryPages([listShared.name, folderId, language], (where, signal) =>
    call(listShared, { folderId, language, ...where }, { signal }),
  )
  const shown = useRef(query.data?.pages)
  useEffect(() => {
    shown.current = query.data?.pages
  }, [query.data])
  useEffect(() => {
    const renew = () => void client.invalidateQueries({ queryKey: [listShared.name, folderId] })
    const noted = new Set<string>()
    const note = (name: string) => {
      const pages = shown.current ?? []
      if (pages.some(({ folders }) => folders.some((one) => one.name.normalize('NFC') === name))) return
      // Fetched already and not found: it is on a page that is not loaded.
      if (pages.at(-1)?.next && noted.has(name)) return
      noted.add(name)
      renew()
    }
    const locate = () => ({ folderId, path: shown.current?.[0]?.path ?? [] })
    const stops = [
      upload.onStored((file) => {
        if (file.folderId === folderId) renew()
      }),
      followFoldersBelow(upload.items, locate, note),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [upload, client, folderId])
  return query
}

function useSharedChanges(folderId: string) {
  const t = useTexts()
  const call = useCall()
  const nameOf = ({ name }: Entry) => ({ name: shortenName(name) })
  return {
    /** Without an entry, a new folder. */
    save: useChange(({ entry, name }: { entry: Entry | null; name: string }): Promise<unknown> =>
      entry
        ? call(renameShared, { id: entry.id, kind: entry.kind, name })
        : call(createSharedFolder, { name, parentId: folderId }),
    ),
    remove: useChange(({ id, kind }: Entry) => call(removeShared, { id, kind }), {
      done: (_, entry) => t('removed', nameOf(entry)),
      failed: (entry) => t('notRemoved', nameOf(entry)),
      undo:
        (_, { id, kind }) =>
        () =>
          call(restoreShared, { id, kind }),
      undone: (entry) => t('restored', nameOf(entry)),
    }),
  }
}
