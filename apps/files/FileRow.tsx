/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers no longer take rows that are grids for those of a table unless they are told */
import download from '@phosphor-icons/core/regular/download-simple.svg?raw'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?raw'
import trash from '@phosphor-icons/core/regular/trash.svg?raw'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { download as downloadRow } from '../../contract/endpoints/files.ts'
import type { Language } from '../../contract/envelope.ts'
import { formatBytes, formatDateTime } from '../../src/app/ui/format/format.ts'
import { FileIcon } from '../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../src/app/ui/files/FileName.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { IconButton } from '../../src/app/ui/Button.tsx'
import type { Entry } from './entries.ts'
import { folderPath } from './folder-path.ts'
import { labelOf, type RowLabels } from './row-labels.ts'

/** What can be done with a row; each answers a press. */
export interface RowActions {
  rename(entry: Entry): void
  remove(entry: Entry): void
  /** Whether a download may start just now; when not, the person has been told why. */
  mayDownload(): boolean
}

function contentPath(id: string): string {
  return downloadRow.path.replace('{id}', encodeURIComponent(id))
}

interface RowProps {
  readonly entry: Entry
  readonly fresh: boolean
  readonly offline: boolean
  readonly language: Language
  readonly labels: RowLabels
  readonly actions: RowActions
}

/** What the labels and actions are made of is the language; that they are others each time makes no other row. */
function isSameRow(one: RowProps, other: RowProps): boolean {
  return (
    one.entry === other.entry &&
    one.fresh === other.fresh &&
    one.offline === other.offline &&
    one.language === other.language
  )
}

/** One folder or file of the list; drawn again only when it shows something else, for a list has thousands and changes with each file that arrives. */
export const FileRow = memo(DrawnRow, isSameRow)

function DrawnRow({ entry, fresh, offline, language, labels, actions }: RowProps) {
  const { id, kind, name, size, changedAt } = entry
  const downloadLabel = labelOf(labels.download, name)
  const unavailable = offline || undefined
  const downloadLink = {
    href: contentPath(id),
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
              <Icon svg={download} />
            </a>
          )}
          <IconButton
            label={labelOf(labels.rename, name)}
            svg={pencil}
            data-part="rename"
            aria-disabled={unavailable}
            onClick={() => actions.rename(entry)}
          />
          <IconButton
            label={labelOf(labels.remove, name)}
            svg={trash}
            data-part="remove"
            aria-disabled={unavailable}
            onClick={() => actions.remove(entry)}
          />
        </div>
      </td>
    </tr>
  )
}
