/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the table roles of rows that CSS lays out as grids */
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { memo, type CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { download as downloadEndpoint } from '../../../contract/endpoints/storage/files.ts'
import type { Language } from '../../../contract/envelope.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import type { Translate } from '../portal.ts'
import type { Entry } from './entries.ts'
import { folderPath } from './folder-path.ts'

/** The actions of a row's buttons. */
export interface RowActions {
  rename(entry: Entry): void
  remove(entry: Entry): void
  /** Whether a download may start; false, with a notice, when offline. */
  mayDownload(): boolean
}

interface SharedProps {
  readonly offline: boolean
  readonly language: Language
  readonly labels: RowLabels
  readonly actions: RowActions
}

interface BlockProps extends SharedProps {
  readonly entries: readonly Entry[]
  readonly fresh: Readonly<Record<string, true>>
}

interface RowProps extends SharedProps {
  readonly entry: Entry
  readonly fresh: boolean
}

/** `labels` and `actions` are new objects on each drawing but depend on the language only, so they are not compared. */
function isSameShared(one: SharedProps, other: SharedProps): boolean {
  return one.offline === other.offline && one.language === other.language
}

function isSameBlock(one: BlockProps, other: BlockProps): boolean {
  return (
    isSameShared(one, other) &&
    one.entries.length === other.entries.length &&
    one.entries.every(
      (entry, at) =>
        entry === other.entries[at] && Object.hasOwn(one.fresh, entry.id) === Object.hasOwn(other.fresh, entry.id),
    )
  )
}

/** A block of rows, which React skips unless one of its rows has changed. */
export const FileRows = memo(DrawnRows, isSameBlock)

interface RowsStyle extends CSSProperties {
  /** The number of rows, for the height of a block that was never in view. */
  readonly '--rows': number
}

function DrawnRows({ entries, fresh, ...shared }: BlockProps) {
  const style: RowsStyle = { '--rows': entries.length }
  return (
    <tbody role="rowgroup" className="f-rows" style={style}>
      {entries.map((entry) => (
        <FileRow key={entry.id} entry={entry} fresh={Object.hasOwn(fresh, entry.id)} {...shared} />
      ))}
    </tbody>
  )
}

/** A folder or file of the list. Memoized, because a list has thousands and changes with each file that arrives. */
const FileRow = memo(
  DrawnRow,
  (one: RowProps, other: RowProps) =>
    isSameShared(one, other) && one.entry === other.entry && one.fresh === other.fresh,
)

function DrawnRow({ entry, fresh, offline, language, labels, actions }: RowProps) {
  const { id, kind, name, size, changedAt } = entry
  const downloadLabel = labelOf(labels.download, name)
  const unavailable = offline || undefined
  const downloadLink = {
    href: downloadEndpoint.path.replace('{id}', encodeURIComponent(id)),
    download: name,
    'aria-disabled': unavailable,
    onClick: (event: React.MouseEvent) => {
      if (!actions.mayDownload()) event.preventDefault()
    },
  }
  return (
    <tr role="row" className={fresh ? 'f-row f-row--fresh' : 'f-row'} data-entry={id}>
      <th role="rowheader" scope="row" className="f-cell-name">
        <FileIcon kind={kind} name={name} />
        {kind === 'folder' ? (
          <Link to={folderPath(id)} data-part="name">
            <FileName name={name} />
          </Link>
        ) : (
          <a {...downloadLink} data-part="name">
            <FileName name={name} />
          </a>
        )}
      </th>
      <td role="cell" className="f-cell-size">
        {size === null ? labels.folder : formatBytes(size, language)}
      </td>
      <td role="cell" className="f-cell-date">
        <time dateTime={changedAt}>{formatDateTime(changedAt, language)}</time>
      </td>
      <td role="cell" className="f-cell-actions">
        <div className="f-actions">
          {kind === 'file' && (
            <a {...downloadLink} className="k-button k-button--icon" aria-label={downloadLabel} title={downloadLabel}>
              <Icon svg={Download} />
            </a>
          )}
          <IconButton
            label={labelOf(labels.rename, name)}
            svg={Pencil}
            data-part="rename"
            aria-disabled={unavailable}
            onClick={() => actions.rename(entry)}
          />
          <IconButton
            label={labelOf(labels.remove, name)}
            svg={Trash}
            data-part="remove"
            aria-disabled={unavailable}
            onClick={() => actions.remove(entry)}
          />
        </div>
      </td>
    </tr>
  )
}

/** Stands for the name in a label; no file name has this character. */
const NAME = '\u001f'

/** The texts of a row with NAME in place of its name: translating them for each of a thousand rows takes longer than drawing them. */
interface RowLabels {
  readonly folder: string
  readonly download: string
  readonly rename: string
  readonly remove: string
}

/** Translates the labels of all rows. */
export function rowLabels(t: Translate): RowLabels {
  const values = { name: NAME }
  return {
    folder: t('table.folder'),
    download: t('action.download', values),
    rename: t('action.rename', values),
    remove: t('action.remove', values),
  }
}

function labelOf(label: string, name: string): string {
  return label.replace(NAME, () => name)
}
