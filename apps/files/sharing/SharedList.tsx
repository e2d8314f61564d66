import File from '@phosphor-icons/core/regular/file.svg?react'
import Folder from '@phosphor-icons/core/regular/folder.svg?react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { CardRow } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { EmptyCard } from '../EmptyCard.tsx'
import { PreviewDialog, VersionsDialog } from '../late-dialogs.ts'
import type { Entry } from '../listing/entries.ts'
import { EntryButtons } from '../listing/EntryButtons.tsx'
import { MoreEntries } from '../listing/use-entry-pages.tsx'
import { sharedFile } from '../own-files.ts'
import { useTexts } from '../portal.ts'
import { FileLink } from '../preview/FileLink.tsx'
import { placePath } from './places.ts'

/** A file or folder of another person, as a row shows it. */
export interface SharedRow {
  readonly entry: Entry
  /** Whether the caller may change it. */
  readonly edit: boolean
  /** Behind the name. */
  readonly tag?: ReactNode
  readonly facts: ReactNode
}

/** Files and folders of other people: their rows, an end that loads more, and the preview and the versions of a file. */
export function SharedList<Page>({
  query,
  label,
  folderId,
  rows,
  empty,
  rename = null,
  remove = null,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  label: string
  /** The folder that is listed; null for what is shared itself. */
  folderId: string | null
  rows: readonly SharedRow[]
  empty: ComponentProps<typeof EmptyCard>
  /** Null where the caller may not. */
  rename?: ((entry: Entry) => void) | null
  remove?: ((entry: Entry) => void) | null
}) {
  const t = useTexts()
  const mayDownload = usePermitted('files_download')
  const [open, setOpen] = useState<Entry | null>(null)
  const [versionsOf, setVersionsOf] = useState<Entry | null>(null)
  const shown = rows.find(({ entry }) => entry.id === open?.id)
  return (
    <>
      {query.data && rows.length === 0 ? (
        <EmptyCard {...empty} />
      ) : (
        <div className="app-card f-place-card">
          <Loaded query={query} lines={6}>
            {() => (
              <>
                <ul aria-label={label}>
                  {rows.map(({ entry, edit, tag, facts }) => (
                    <CardRow
                      key={entry.id}
                      glyph={entry.kind === 'file' ? File : Folder}
                      title={
                        <>
                          {entry.kind === 'folder' ? (
                            <Link to={placePath({ page: 'shared', id: entry.id })}>
                              <FileName name={entry.name} />
                            </Link>
                          ) : mayDownload ? (
                            <FileLink file={sharedFile(entry.id)} name={entry.name} onOpen={() => setOpen(entry)} />
                          ) : (
                            <FileName name={entry.name} />
                          )}
                          {tag && <> {tag}</>}
                        </>
                      }
                      facts={facts}
                    >
                      <span className="f-row-actions">
                        <EntryButtons
                          entry={entry}
                          file={sharedFile}
                          t={t}
                          mayDownload={mayDownload}
                          rename={rename}
                          versions={edit ? setVersionsOf : null}
                          share={null}
                          remove={remove}
                        />
                      </span>
                    </CardRow>
                  ))}
                </ul>
                <MoreEntries query={query} />
              </>
            )}
          </Loaded>
        </div>
      )}
      {open && (
        <PreviewDialog
          files={rows.map(({ entry }) => entry).filter(({ kind }) => kind === 'file')}
          fileId={open.id}
          contentOf={sharedFile}
          onVersions={
            shown?.edit
              ? (file) => {
                  setOpen(null)
                  setVersionsOf(file)
                }
              : undefined
          }
          onShow={setOpen}
          onClose={() => setOpen(null)}
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
