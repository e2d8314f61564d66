import Upload from '@phosphor-icons/core/bold/upload-simple-bold.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import FolderOpen from '@phosphor-icons/core/regular/folder-open.svg?react'
import FolderPlus from '@phosphor-icons/core/regular/folder-plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts, type TextKey } from '../portal.ts'
import type { Sort } from './entries.ts'
import { BIN_PATH, folderPath } from './folder-path.ts'
import type { FolderView } from './use-folder.ts'

/** Links to the folders above the current one, whose name is the page's heading. */
export function Breadcrumb({
  path,
  heading,
}: {
  path: FolderView['path']
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const t = useTexts()
  const steps = [{ id: null, name: t('title') }, ...path]
  const current = steps.at(-1)
  return (
    <nav className="f-path" aria-label={t('path')}>
      <ol>
        {steps.slice(0, -1).map((step) => (
          <li key={step.id ?? ''}>
            <Link to={folderPath(step.id)} title={step.name} draggable={false} data-drop={step.id ?? ''}>
              {step.name}
            </Link>
            <Icon svg={CaretRight} size={16} />
          </li>
        ))}
        <li className="f-path__here" aria-current="page">
          <h1 ref={heading} tabIndex={-1} title={current?.name}>
            {current?.name}
          </h1>
        </li>
      </ol>
    </nav>
  )
}

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
  offline,
  exporting,
  onUpload,
  onUploadFolder,
  onNewFolder,
  hasBin,
}: {
  sort: Sort
  onSort: (sort: Sort) => void
  empty: boolean
  offline: boolean
  /** The button for the list as a sheet; not for an empty one. */
  exporting: ReactNode
  /** Null without the permission. */
  onUpload: (() => void) | null
  /** Null without the permission, and where the browser cannot choose one. */
  onUploadFolder: (() => void) | null
  onNewFolder: (() => void) | null
  /** Whether the user may remove, and so restore. */
  hasBin: boolean
}) {
  const t = useTexts()
  const chosen = SORT_CHOICES.find(({ sort: { by, descending } }) => by === sort.by && descending === sort.descending)
  return (
    <div className="f-toolbar" data-action="files-toolbar">
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
      {!empty && exporting}
      {hasBin && (
        <Link className="k-button k-button--plain" to={BIN_PATH}>
          <Icon svg={Trash} />
          {t('bin.title')}
        </Link>
      )}
      {onNewFolder && (
        <Button
          icon={FolderPlus}
          data-part="new-folder"
          data-action="new-folder"
          aria-disabled={offline || undefined}
          onClick={onNewFolder}
        >
          {t('toolbar.newFolder')}
        </Button>
      )}
      {onUploadFolder && (
        <Button icon={FolderOpen} data-part="upload-folder" onClick={onUploadFolder}>
          {t('toolbar.uploadFolder')}
        </Button>
      )}
      {!empty && onUpload && <UploadButton floating onPress={onUpload} />}
    </div>
  )
}

/** The upload button. A floating one stays at the lower edge on a phone, in reach of the thumb. */
export function UploadButton({ floating = false, onPress }: { floating?: boolean; onPress: () => void }) {
  const t = useTexts()
  return (
    <Button
      kind="primary"
      icon={Upload}
      className={floating ? 'f-upload-button' : ''}
      data-part="upload"
      onClick={onPress}
    >
      {t('toolbar.upload')}
    </Button>
  )
}
