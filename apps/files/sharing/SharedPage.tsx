import File from '@phosphor-icons/core/regular/file.svg?react'
import Folder from '@phosphor-icons/core/regular/folder.svg?react'
import UsersLarge from '@phosphor-icons/core/duotone/users-duotone.svg?react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { sharedWithMe, type SharedEntry } from '../../../contract/endpoints/storage/shares.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { QueryContent } from '../../../src/app/ui/feedback/QueryContent.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { formatFullDay } from '../../../src/app/ui/format/calendar.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { progressOf } from '../listing/use-folder.ts'
import { useLanguage, usePortal, useTexts } from '../portal.ts'
import { placePath } from './places.ts'
import { nameIn } from './receivers.tsx'
import { FileLink } from '../preview/FileLink.tsx'
import { sharedFile, SharedDownload, VersionsButton } from './shared-files.tsx'
import { useLoadTexts } from './use-reason.ts'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'

// Not needed to show the list.
const PreviewDialog = lateDialog(() => import('../preview/PreviewDialog.tsx'))
const VersionsDialog = lateDialog(async () => ({
  default: (await import('../versions/VersionsDialog.tsx')).VersionsDialog,
}))

/** What others share with the caller. */
export function SharedPage() {
  const t = useTexts()
  const portal = usePortal()
  const loadText = useLoadTexts()
  const query = useInfiniteQuery({
    queryKey: [sharedWithMe.name],
    queryFn: ({ signal, pageParam }) =>
      portal.call(sharedWithMe, pageParam === null ? {} : { after: pageParam }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  const { end } = progressOf(query)
  const [openId, setOpenId] = useState<string | null>(null)
  const [versionsOf, setVersionsOf] = useState<SharedEntry | null>(null)
  const shownFiles = (query.data?.pages ?? []).flatMap((page) => page.entries).filter(({ kind }) => kind === 'file')
  return (
    <>
      <PageHead title={t('places.shared')} hint={t('sharing.about')} />
      <div className="app-card f-place-card">
        <QueryContent query={query} lines={6} text={loadText}>
          {({ pages }) => {
            const entries = pages.flatMap((page) => page.entries)
            if (entries.length === 0) {
              return (
                <div className="f-place-empty">
                  <EmptyState
                    picture={<Icon svg={UsersLarge} size={96} />}
                    title={t('sharing.empty')}
                    hint={t('sharing.emptyHint')}
                  />
                </div>
              )
            }
            return (
              <>
                <ul aria-label={t('places.shared')}>
                  {entries.map((entry) => (
                    <SharedRow
                      key={entry.id}
                      entry={entry}
                      onOpen={() => setOpenId(entry.id)}
                      onVersions={() => setVersionsOf(entry)}
                    />
                  ))}
                </ul>
                <LoadMoreEnd
                  status={end}
                  empty={false}
                  onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
                />
              </>
            )
          }}
        </QueryContent>
      </div>
      {openId !== null && (
        <PreviewDialog
          files={shownFiles.map(({ id, name, size, since }) => ({ kind: 'file', id, name, size, changedAt: since }))}
          fileId={openId}
          contentOf={sharedFile}
          onShow={setOpenId}
          onClose={() => setOpenId(null)}
        />
      )}
      {versionsOf && (
        <VersionsDialog
          file={versionsOf}
          folderId={null}
          onRestored={() => void query.refetch()}
          onClose={() => setVersionsOf(null)}
        />
      )}
    </>
  )
}

function SharedRow({
  entry: { id, kind, name, size, owner, edit, since, until },
  onOpen,
  onVersions,
}: {
  entry: SharedEntry
  onOpen: () => void
  onVersions: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const mayDownload = usePermitted('files_download')
  const isFile = kind === 'file'
  return (
    <CardRow
      glyph={isFile ? File : Folder}
      title={
        <>
          {isFile ? (
            mayDownload ? (
              <FileLink file={sharedFile(id)} name={name} onOpen={onOpen} />
            ) : (
              <FileName name={name} />
            )
          ) : (
            <Link to={placePath({ page: 'shared', id })}>
              <FileName name={name} />
            </Link>
          )}{' '}
          <Tag>{t(edit ? 'sharing.mayEdit' : 'sharing.mayView')}</Tag>
        </>
      }
      facts={
        <>
          <span>
            {t('sharing.by', { name: nameIn(language, { name: owner.realName, englishName: owner.englishName }) })}
          </span>
          <span>{t('sharing.since', { at: formatDateTime(since, language) })}</span>
          {until !== null && <span>{t('sharing.lastDay', { day: formatFullDay(until, language) })}</span>}
          {size !== null && <span>{formatBytes(size, language)}</span>}
        </>
      }
    >
      <span className="f-place-buttons f-place-actions">
        {mayDownload && <SharedDownload id={id} kind={kind} name={name} />}
        {isFile && edit && <VersionsButton name={name} onPress={onVersions} />}
      </span>
    </CardRow>
  )
}
