import File from '@phosphor-icons/core/regular/file.svg?react'
import Folder from '@phosphor-icons/core/regular/folder.svg?react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'
import { CardRow } from '../../../src/app/ui/layout/CardRow.tsx'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import type { Entry } from '../listing/entries.ts'
import { progressOf } from '../listing/use-folder.ts'
import { FileLink } from '../preview/FileLink.tsx'
import { placePath } from './places.ts'
import { sharedFile, SharedDownload, VersionsButton } from './shared-files.tsx'

// Not needed to show the list.
const PreviewDialog = lateDialog(() => import('../preview/PreviewDialog.tsx'))
const VersionsDialog = lateDialog(async () => ({
  default: (await import('../versions/VersionsDialog.tsx')).VersionsDialog,
}))

/** A file or folder of another person, as a row shows it. */
export interface SharedRow {
  readonly entry: Entry
  /** Whether the caller may change it. */
  readonly edit: boolean
  /** Behind the name. */
  readonly tag?: ReactNode
  readonly facts: ReactNode
  /** Besides downloading and versions. */
  readonly actions?: ReactNode
}

/** Files and folders of other people: their rows, an end that loads more, and the preview and the versions of a file. */
export function SharedList<Page>({
  query,
  label,
  folderId,
  rows,
  empty,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  label: string
  /** The folder that is listed; null for what is shared itself. */
  folderId: string | null
  rows: readonly SharedRow[]
  empty: ReactNode
}) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [versionsOf, setVersionsOf] = useState<Entry | null>(null)
  const shown = rows.find(({ entry }) => entry.id === openId)
  return (
    <>
      <div className="app-card f-place-card">
        <Loaded query={query} lines={6}>
          {() =>
            rows.length === 0 ? (
              <div className="f-place-empty">{empty}</div>
            ) : (
              <>
                <ul aria-label={label}>
                  {rows.map((row) => (
                    <Row
                      key={row.entry.id}
                      row={row}
                      onOpen={() => setOpenId(row.entry.id)}
                      onVersions={() => setVersionsOf(row.entry)}
                    />
                  ))}
                </ul>
                <LoadMoreEnd
                  status={progressOf(query).end}
                  empty={false}
                  onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
                />
              </>
            )
          }
        </Loaded>
      </div>
      {openId !== null && (
        <PreviewDialog
          files={rows.map(({ entry }) => entry).filter(({ kind }) => kind === 'file')}
          fileId={openId}
          contentOf={sharedFile}
          onVersions={
            shown?.edit
              ? (file) => {
                  setOpenId(null)
                  setVersionsOf(file)
                }
              : undefined
          }
          onShow={setOpenId}
          onClose={() => setOpenId(null)}
        />
      )}
      {versionsOf && (
        <VersionsDialog
          file={versionsOf}
          folderId={folderId}
          onRestored={() => void query.refetch()}
          onClose={() => setVersionsOf(null)}
        />
      )}
    </>
  )
}

function Row({
  row: {
    entry: { id, kind, name },
    edit,
    tag,
    facts,
    actions,
  },
  onOpen,
  onVersions,
}: {
  row: SharedRow
  onOpen: () => void
  onVersions: () => void
}) {
  const mayDownload = usePermitted('files_download')
  const isFile = kind === 'file'
  return (
    <CardRow
      glyph={isFile ? File : Folder}
      title={
        <>
          {!isFile ? (
            <Link to={placePath({ page: 'shared', id })}>
              <FileName name={name} />
            </Link>
          ) : mayDownload ? (
            <FileLink file={sharedFile(id)} name={name} onOpen={onOpen} />
          ) : (
            <FileName name={name} />
          )}
          {tag && <> {tag}</>}
        </>
      }
      facts={facts}
    >
      <span className="f-place-buttons f-place-actions">
        {mayDownload && <SharedDownload id={id} kind={kind} name={name} />}
        {isFile && edit && <VersionsButton name={name} onPress={onVersions} />}
        {actions}
      </span>
    </CardRow>
  )
}
