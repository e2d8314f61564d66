import Upload from '@phosphor-icons/core/bold/upload-simple-bold.svg?react'
import FolderOpen from '@phosphor-icons/core/regular/folder-open.svg?react'
import FolderPlus from '@phosphor-icons/core/regular/folder-plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { FileTree } from '../../../src/app/micro-apps/micro-app.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { usePortal, useTexts, type TextKey } from '../portal.ts'
import type { Sort } from './entries.ts'
import { BIN_PATH } from './folder-path.ts'

/** The choices of the sort menu, which replaces the table's headings on a phone. */
const SORT_CHOICES: readonly { value: string; sort: Sort; text: TextKey }[] = [
  { value: 'name', sort: { by: 'name', descending: false }, text: 'sort.nameUp' },
  { value: 'name-down', sort: { by: 'name', descending: true }, text: 'sort.nameDown' },
  { value: 'date-down', sort: { by: 'date', descending: true }, text: 'sort.dateDown' },
  { value: 'date', sort: { by: 'date', descending: false }, text: 'sort.dateUp' },
  { value: 'size-down', sort: { by: 'size', descending: true }, text: 'sort.sizeDown' },
  { value: 'size', sort: { by: 'size', descending: false }, text: 'sort.sizeUp' },
]

/** The actions on the current folder. With `empty` the list's place offers the upload instead. */
export function Toolbar({
  sort,
  onSort,
  empty,
  exporting,
  onNewFolder,
  receive,
}: {
  sort: Sort
  onSort: (sort: Sort) => void
  empty: boolean
  /** The button for the list as a sheet; not for an empty one. */
  exporting: ReactNode
  onNewFolder: () => void
  receive: Receive
}) {
  const t = useTexts()
  const mayRemove = usePermitted('files_remove')
  const chosen = SORT_CHOICES.find(({ sort: { by, descending } }) => by === sort.by && descending === sort.descending)
  return (
    <div className="f-toolbar" data-action="files-toolbar">
      {!empty && (
        <label className="f-sort">
          <span className="visually-hidden">{t('toolbar.sortBy')}</span>
          <select
            className="k-field__input"
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
      {!empty && exporting}
      {mayRemove && (
        <Link className="k-button k-button--plain" to={BIN_PATH}>
          <Icon svg={Trash} />
          {t('bin.title')}
        </Link>
      )}
      <NewFolderButton onPress={onNewFolder} />
      <UploadFolderButton receive={receive} />
      {!empty && <UploadButton className="f-upload-button" receive={receive} />}
    </div>
  )
}

/** Takes files that are chosen on the device. */
type Receive = (incoming: Promise<FileTree>) => Promise<void>

/** Nothing without the permission, as of those below. */
export function NewFolderButton({ onPress }: { onPress: () => void }) {
  const t = useTexts()
  if (!usePermitted('files_folder')) return null
  return (
    <Button icon={FolderPlus} data-action="new-folder" needsNetwork onClick={onPress}>
      {t('toolbar.newFolder')}
    </Button>
  )
}

/** Also nothing where the browser cannot choose a folder. */
export function UploadFolderButton({ receive }: { receive: Receive }) {
  const t = useTexts()
  const { upload } = usePortal()
  const mayUpload = usePermitted('files_upload')
  if (!mayUpload || !upload.choosesDirectories) return null
  return (
    <Button icon={FolderOpen} onClick={() => void receive(upload.choose('directory'))}>
      {t('toolbar.uploadFolder')}
    </Button>
  )
}

/** By its class it stays at the lower edge on a phone, in reach of the thumb. */
export function UploadButton({ receive, className = '' }: { receive: Receive; className?: string }) {
  const t = useTexts()
  const { upload } = usePortal()
  if (!usePermitted('files_upload')) return null
  return (
    <Button
      kind="primary"
      icon={Upload}
      className={className}
      data-part="upload"
      onClick={() => void receive(upload.choose('files'))}
    >
      {t('toolbar.upload')}
    </Button>
  )
}
