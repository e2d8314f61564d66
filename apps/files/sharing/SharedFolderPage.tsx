import Upload from '@phosphor-icons/core/bold/upload-simple-bold.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import FileZip from '@phosphor-icons/core/regular/file-zip.svg?react'
import FolderOpen from '@phosphor-icons/core/regular/folder-open.svg?react'
import FolderPlus from '@phosphor-icons/core/regular/folder-plus.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import FolderDashed from '@phosphor-icons/core/duotone/folder-dashed-duotone.svg?react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  createSharedFolder,
  listShared,
  removeShared,
  renameShared,
  restoreShared,
} from '../../../contract/endpoints/storage/shares.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import type { FileTree } from '../../../src/app/micro-apps/micro-app.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { folderZip } from '../own-files.ts'
import { NameDialog } from '../dialogs/NameDialog.tsx'
import { useAddFiles } from '../incoming/use-add-files.tsx'
import type { Entry } from '../listing/entries.ts'
import { usePortal, useTexts } from '../portal.ts'
import { placePath } from './places.ts'
import { nameIn } from './receivers.tsx'
import { SharedList } from './SharedList.tsx'
import { followFoldersBelow } from '../incoming/arriving-folders.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'

/** A folder of another person, which the caller views or edits. */
export function SharedFolderPage({ folderId }: { folderId: string }) {
  const t = useTexts()
  const language = useLanguage()
  const query = useSharedFolder(folderId)
  const first = query.data?.pages[0]
  const title = first?.path.at(-1)?.name ?? t('places.shared')
  const isGone = failureCode(query.error) === 'files.folder_not_found'
  const entries: Entry[] = (query.data?.pages ?? []).flatMap(({ folders, files }) => [
    ...folders.map(({ id, name, createdAt }) => ({
      kind: 'folder' as const,
      id,
      name,
      size: null,
      changedAt: createdAt,
    })),
    ...files.map(({ id, name, size, createdAt }) => ({ kind: 'file' as const, id, name, size, changedAt: createdAt })),
  ])
  const [dialog, setDialog] = useState<Entry | 'new-folder' | null>(null)
  const mayDownload = usePermitted('files_download')
  const mayEdit = first?.edit === true
  const mayRename = usePermitted('files_rename') && mayEdit
  const mayRemove = usePermitted('files_remove') && mayEdit
  const actions = useSharedActions(folderId)
  const rows = entries.map((entry) => ({
    entry,
    edit: mayEdit,
    facts: (
      <>
        <span>{entry.size === null ? t('table.folder') : formatBytes(entry.size, language)}</span>
        <span>{formatDateTime(entry.changedAt, language)}</span>
      </>
    ),
    actions: (
      <>
        {mayRename && (
          <IconButton
            svg={Pencil}
            label={t('action.rename', { name: entry.name })}
            needsNetwork
            onClick={() => setDialog(entry)}
          />
        )}
        {mayRemove && (
          <IconButton
            svg={Trash}
            label={t('action.remove', { name: entry.name })}
            needsNetwork
            onClick={() => void actions.remove(entry)}
          />
        )}
      </>
    ),
  }))

  if (isGone) {
    return (
      <div className="app-card f-place-empty">
        <EmptyState
          titleAs="h1"
          picture={<Icon svg={FolderDashed} size={96} />}
          title={t('sharing.gone')}
          hint={t('sharing.goneHint')}
          action={
            <Link className="k-button k-button--primary" to={placePath({ page: 'shared', id: null })}>
              {t('places.shared')}
            </Link>
          }
        />
      </div>
    )
  }
  return (
    <>
      <PageHead
        page={folderId}
        title={title}
        above={
          <nav className="f-place-path" aria-label={t('path')}>
            <Link to={placePath({ page: 'shared', id: null })}>{t('places.shared')}</Link>
            {first?.path.slice(0, -1).map(({ id, name }) => (
              <Link key={id} to={placePath({ page: 'shared', id })}>
                <Icon svg={CaretRight} size={16} />
                {name}
              </Link>
            ))}
          </nav>
        }
        hint={
          first && (
            <>
              {t('sharing.by', {
                name: nameIn(language, { name: first.owner.realName, englishName: first.owner.englishName }),
              })}{' '}
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
        {mayEdit && <EditButtons folderId={folderId} onNewFolder={() => setDialog('new-folder')} />}
      </PageHead>
      <SharedList
        query={query}
        label={title}
        folderId={folderId}
        rows={rows}
        empty={<EmptyState title={t('empty.title')} {...(mayEdit && { hint: t('sharing.emptyFolder') })} />}
      />
      {dialog !== null && (
        <NameDialog
          entry={dialog === 'new-folder' ? null : dialog}
          taken={entries
            .filter(({ kind }) => kind === (dialog === 'new-folder' ? 'folder' : dialog.kind))
            .map(({ name }) => name)}
          create={(name) => actions.createFolder(name)}
          rename={(entry, name) => actions.rename(entry, name)}
          onClose={() => setDialog(null)}
          onCreated={() => undefined}
          onRenamed={() => undefined}
        />
      )}
    </>
  )
}

const keyOf = (folderId: string) => [listShared.name, folderId]

/** The folder's pages, fetched again when an upload has put a file into it, or has made or filled a folder that they lack. */
function useSharedFolder(folderId: string) {
  const portal = usePortal()
  const language = useLanguage()
  const client = useQueryClient()
  useEffect(
    () =>
      portal.upload.onStored((file) => {
        if (file.folderId === folderId) void client.invalidateQueries({ queryKey: keyOf(folderId) })
      }),
    [portal, client, folderId],
  )
  const query = useInfiniteQuery({
    queryKey: [...keyOf(folderId), language],
    queryFn: ({ signal, pageParam }) =>
      portal.call(
        listShared,
        { folderId, language, ...(pageParam !== null && { after: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  const shown = useRef(query.data?.pages)
  useEffect(() => {
    shown.current = query.data?.pages
  }, [query.data])
  useEffect(() => {
    const noted = new Set<string>()
    const note = (name: string) => {
      const pages = shown.current ?? []
      if (pages.some(({ folders }) => folders.some((one) => one.name.normalize('NFC') === name))) return
      // Fetched already and not found: it is on a page that is not loaded.
      if (pages.at(-1)?.next && noted.has(name)) return
      noted.add(name)
      void client.invalidateQueries({ queryKey: keyOf(folderId) })
    }
    const locate = () => ({ folderId, path: shown.current?.[0]?.path ?? [] })
    return followFoldersBelow(portal.upload.items, locate, note)
  }, [portal, client, folderId])
  return query
}

function useSharedActions(folderId: string) {
  const t = useTexts()
  const portal = usePortal()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: keyOf(folderId) })

  const restore = async (entry: Entry) => {
    const name = shortenName(entry.name)
    try {
      await portal.call(restoreShared, { id: entry.id, kind: entry.kind }, { quiet: true })
      portal.notify('success', t('restored', { name }))
      await renew()
    } catch (error) {
      portal.notify('error', t('notRestored', { name, reason: failureText(error) }), {
        label: t('action.retry'),
        run: () => void restore(entry),
      })
    }
  }

  return {
    async createFolder(name: string) {
      const made = await portal.call(createSharedFolder, { name, parentId: folderId }, { quiet: true })
      await renew()
      return made
    },
    async rename({ id, kind }: Entry, name: string) {
      await portal.call(renameShared, { id, kind, name }, { quiet: true })
      await renew()
    },
    async remove(entry: Entry) {
      const name = shortenName(entry.name)
      try {
        await portal.call(removeShared, { id: entry.id, kind: entry.kind }, { quiet: true })
        portal.notify('success', t('removed', { name }), { label: t('action.undo'), run: () => void restore(entry) })
        await renew()
      } catch (error) {
        portal.notify('error', t('notRemoved', { name, reason: failureText(error) }))
      }
    },
  }
}

function EditButtons({ folderId, onNewFolder }: { folderId: string; onNewFolder: () => void }) {
  const t = useTexts()
  const portal = usePortal()
  const mayUpload = usePermitted('files_upload')
  const mayMakeFolder = usePermitted('files_folder')
  const { add, dialog } = useAddFiles(folderId)
  const receive = async (incoming: Promise<FileTree>) => {
    try {
      await add(await incoming)
    } catch (error) {
      portal.notify('warning', failureText(error))
    }
  }
  return (
    <>
      {dialog}
      {mayMakeFolder && (
        <Button icon={FolderPlus} needsNetwork onClick={onNewFolder}>
          {t('toolbar.newFolder')}
        </Button>
      )}
      {mayUpload && portal.upload.choosesDirectories && (
        <Button icon={FolderOpen} onClick={() => void receive(portal.upload.choose('directory'))}>
          {t('toolbar.uploadFolder')}
        </Button>
      )}
      {mayUpload && (
        <Button kind="primary" icon={Upload} onClick={() => void receive(portal.upload.choose('files'))}>
          {t('toolbar.upload')}
        </Button>
      )}
    </>
  )
}
