import { EmptyState } from '../../src/app/ui/feedback/EmptyState.tsx'
import type { LoadMoreStatus } from '../../src/app/ui/layout/LoadMore.tsx'
import { Skeleton } from '../../src/app/ui/feedback/Skeleton.tsx'
import { EmptyPicture } from './EmptyPicture.tsx'
import type { Entry, Sort } from './entries.ts'
import type { RowActions } from './FileRow.tsx'
import { FileTable, type Totals } from './FileTable.tsx'
import { FolderNotice } from './FolderNotice.tsx'
import { FolderProblem } from './FolderProblem.tsx'
import type { Load } from './folder-store.ts'
import { UploadButton } from './UploadButton.tsx'
import { useTexts } from './use-texts.ts'

/**
 * What a folder holds, or why it cannot be shown. `entries` and `totals` are null until a listing has arrived; afterwards there is always a list, whose `end` says
 * whether it is all.
 */
export function FolderContent({
  entries,
  totals,
  end,
  onMore,
  load,
  fresh,
  sort,
  onSort,
  actions,
  onRetry,
  onUpload,
}: {
  entries: readonly Entry[] | null
  totals: Totals | null
  end: LoadMoreStatus
  onMore: () => void
  load: Load
  fresh: Readonly<Record<string, true>>
  sort: Sort
  onSort: (sort: Sort) => void
  actions: RowActions
  onRetry: () => void
  onUpload: () => void
}) {
  const t = useTexts()
  if (entries === null || totals === null) {
    return load.phase === 'failed' ? (
      <div className="f-card f-card--padded f-card--centred">
        <FolderProblem code={load.code} onRetry={onRetry} />
      </div>
    ) : (
      <div className="f-card f-card--padded">
        <Skeleton lines={9} label={t('loading')} />
      </div>
    )
  }
  const byTouch = window.matchMedia('(hover: none)').matches
  return (
    <>
      <FolderNotice load={load} onRetry={onRetry} />
      {entries.length > 0 || end !== 'done' ? (
        <FileTable
          entries={entries}
          totals={totals}
          end={end}
          onMore={onMore}
          fresh={fresh}
          sort={sort}
          onSort={onSort}
          busy={load.phase === 'loading'}
          actions={actions}
        />
      ) : (
        <div className="f-card f-card--padded f-card--centred">
          <EmptyState
            picture={<EmptyPicture />}
            title={t('empty.title')}
            hint={t(byTouch ? 'empty.hintTouch' : 'empty.hint')}
            action={<UploadButton onPress={onUpload} />}
          />
        </div>
      )}
    </>
  )
}
