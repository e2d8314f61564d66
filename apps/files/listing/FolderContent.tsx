import FolderDashed from '@phosphor-icons/core/duotone/folder-dashed-duotone.svg?react'
import CloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?react'
import Warning from '@phosphor-icons/core/regular/warning-circle.svg?react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts } from '../portal.ts'
import type { RowActions } from './FileRows.tsx'
import { FileTable } from './FileTable.tsx'
import { UploadButton } from './FolderHeader.tsx'
import { folderPath } from './folder-path.ts'
import { isMissing } from './folder-store.ts'
import type { FolderView, Load } from './use-folder.ts'

/** The list of a folder, an offer to upload when it is empty, or why it cannot be shown. */
export function FolderContent({
  folder,
  arriving,
  actions,
  onUpload,
  ...list
}: {
  folder: FolderView
  /** Files are on their way into the folder. */
  arriving: boolean
  actions: RowActions
  /** Null without the permission. */
  onUpload: (() => void) | null
} & Pick<ComponentProps<typeof FileTable>, 'selected' | 'onPick' | 'onPickAll' | 'wantedId' | 'onDrawn'>) {
  const t = useTexts()
  const { entries, totals, load, end, refresh } = folder
  if (entries === null || totals === null) {
    const error = load.phase === 'failed' ? load.error : null
    return (
      <div className="app-card f-card--padded">
        {isMissing(error) ? (
          <FolderMissing />
        ) : (
          <Loaded
            query={{ data: undefined, error, isError: load.phase === 'failed', refetch: refresh }}
            lines={9}
            text={{ failed: t('failed.title'), offlineHint: t('failed.offlineHint'), safe: t('failed.safe') }}
          />
        )}
      </div>
    )
  }
  const byTouch = window.matchMedia('(hover: none)').matches
  return (
    <>
      <FolderNotice load={load} onRetry={refresh} />
      {entries.length > 0 || end !== 'done' ? (
        <FileTable entries={entries} totals={totals} folder={folder} actions={actions} {...list} />
      ) : (
        <div className="app-card f-card--padded f-card--centred">
          <EmptyState
            picture={<EmptyPicture />}
            title={t(arriving ? 'arriving.first' : 'empty.title')}
            {...(onUpload && {
              hint: t(byTouch ? 'empty.hintTouch' : 'empty.hint'),
              action: <UploadButton onPress={onUpload} />,
            })}
          />
        </div>
      )}
    </>
  )
}

/** A line above a list that may be out of date: offline, or after a refresh that failed. */
function FolderNotice({ load, onRetry }: { load: Load; onRetry: () => void }) {
  const t = useTexts()
  const online = useOnline()
  if (!online) {
    return (
      <p className="app-notice" role="status">
        <Icon svg={CloudSlash} />
        <span>{t('offline.banner')}</span>
      </p>
    )
  }
  if (load.phase !== 'failed') return null
  return (
    <div className="app-notice" role="status">
      <Icon svg={Warning} />
      <span>{t('stale', { reason: failureText(load.error) })}</span>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  )
}

/** In place of the list of a folder that is gone. */
function FolderMissing() {
  const t = useTexts()
  return (
    <EmptyState
      picture={<Icon svg={FolderDashed} size={96} />}
      title={t('failed.missing')}
      hint={t('failed.missingHint')}
      action={
        <Link className="k-button k-button--primary" to={folderPath(null)}>
          {t('action.top')}
        </Link>
      }
    />
  )
}

/** The drawing of an empty folder, in the colours of the theme. */
function EmptyPicture() {
  return (
    <svg className="f-picture" viewBox="0 0 160 120" fill="none" aria-hidden="true">
      <ellipse className="f-picture__ground" cx="80" cy="108" rx="62" ry="7" />
      <path
        className="f-picture__back"
        d="M30 40a8 8 0 0 1 8-8h26l9 9h49a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H38a8 8 0 0 1-8-8Z"
      />
      <g className="f-picture__sheet" transform="rotate(-7 66 48)">
        <rect x="44" y="12" width="44" height="60" rx="5" />
        <path d="M53 25h18M53 34h26M53 43h22" />
      </g>
      <g className="f-picture__sheet" transform="rotate(8 98 46)">
        <rect x="78" y="14" width="42" height="56" rx="5" />
        <circle cx="90" cy="28" r="5" />
        <path d="m84 48 8-9 7 7 5-5 9 9" />
      </g>
      <path
        className="f-picture__front"
        d="M24 62a7 7 0 0 1 7-8h98a7 7 0 0 1 7 8l-5 36a8 8 0 0 1-8 7H37a8 8 0 0 1-8-7Z"
      />
      <path className="f-picture__arrow" d="M80 93V69m-10 9 10-10 10 10" />
    </svg>
  )
}
