import folderOpen from '@phosphor-icons/core/regular/folder-open.svg?raw'
import folderPlus from '@phosphor-icons/core/regular/folder-plus.svg?raw'
import { Button } from '../../src/app/ui/Button.tsx'
import type { Sort } from './entries.ts'
import { SORT_CHOICES } from './sort-choice.ts'
import { UploadButton } from './UploadButton.tsx'
import { useTexts } from './use-texts.ts'

/** What can be done with the folder on the screen. `empty`: the empty folder's own page offers the upload instead. */
export function Toolbar({
  sort,
  onSort,
  empty,
  offline,
  onUpload,
  onUploadFolder,
  onNewFolder,
}: {
  sort: Sort
  onSort: (sort: Sort) => void
  empty: boolean
  offline: boolean
  onUpload: () => void
  /** Null where the browser cannot choose one. */
  onUploadFolder: (() => void) | null
  onNewFolder: () => void
}) {
  const t = useTexts()
  const chosen = SORT_CHOICES.find(({ sort: { by, descending } }) => by === sort.by && descending === sort.descending)
  return (
    <div className="f-toolbar">
      {!empty && (
        <label className="f-sort">
          <span className="visually-hidden">{t('toolbar.sortBy')}</span>
          <select
            value={chosen?.value}
            onChange={(event) => {
              const wished = SORT_CHOICES.find(({ value }) => value === event.currentTarget.value)
              if (wished) onSort(wished.sort)
            }}
          >
            {SORT_CHOICES.map(({ value, text }) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Button icon={folderPlus} data-part="new-folder" aria-disabled={offline || undefined} onClick={onNewFolder}>
        {t('toolbar.newFolder')}
      </Button>
      {onUploadFolder && (
        <Button icon={folderOpen} data-part="upload-folder" onClick={onUploadFolder}>
          {t('toolbar.uploadFolder')}
        </Button>
      )}
      {!empty && <UploadButton floating onPress={onUpload} />}
    </div>
  )
}
