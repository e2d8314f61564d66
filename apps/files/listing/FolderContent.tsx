import FolderDashed from '@phosphor-icons/core/duotone/folder-dashed-duotone.svg?react'
import CloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?react'
import type { ComponentProps } from 'react'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { EmptyCard } from '../EmptyCard.tsx'
import { useTexts } from '../portal.ts'
import type { RowActions } from './FileRows.tsx'
import { FileTable } from './FileTable.tsx'
import { UploadButton } from './Toolbar.tsx'
import { folderPath } from './folder-path.ts'
import { isMissing } from './folder-store.ts'
import type { FolderView } from './use-folder.ts'

/** The list of a folder, an offer to upload when it is empty, or why it cannot be shown. */
export function FolderContent({
  folder,
  arriving,
  actions,
  receive,
  ...list
}: {
  folder: FolderView
  /** Files are on their way into the folder. */
  arriving: boolean
  actions: RowActions
} & Pick<ComponentProps<typeof UploadButton>, 'receive'> &
  Pick<ComponentProps<typeof FileTable>, 'selected' | 'onPick' | 'onPickAll' | 'wantedId' | 'onDrawn'>) {
  const t = useTexts()
  const online = useOnline()
  const mayUpload = usePermitted('files_upload')
  const { entries, totals, load, end, refresh } = folder
  const isError = load.phase === 'failed'
  const error = isError ? load.error : null
  if (isMissing(error))
    return (
      <EmptyCard
        glyph={FolderDashed}
        title={t('failed.missing')}
        hint={t('failed.missingHint')}
        to={{ path: folderPath(null), label: t('action.top') }}
      />
    )
  const query = { data: entries ?? undefined, error, isError, isRefetchError: isError, refetch: refresh }
  if (entries === null || totals === null)
    return (
      <div className="app-card f-place-card">
        <Loaded
          query={query}
          lines={9}
          text={{ failed: t('failed.title'), offlineHint: t('failed.offlineHint'), safe: t('failed.safe') }}
        />
      </div>
    )
  const byTouch = window.matchMedia('(hover: none)').matches
  return (
    <>
      {!online && (
        <p className="app-notice" role="status">
          <Icon svg={CloudSlash} />
          <span>{t('offline')}</span>
        </p>
      )}
      <Loaded query={query}>
        {() =>
          entries.length > 0 || end !== 'done' ? (
            <FileTable entries={entries} totals={totals} folder={folder} actions={actions} {...list} />
          ) : (
            <EmptyCard
              picture={<EmptyPicture />}
              title={t(arriving ? 'arriving.first' : 'empty.title')}
              {...(mayUpload && {
                hint: t(byTouch ? 'empty.hintTouch' : 'empty.hint'),
                action: <UploadButton receive={receive} />,
              })}
            />
          )
        }
      </Loaded>
    </>
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
