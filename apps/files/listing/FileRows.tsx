/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the table roles of rows that CSS lays out as grids */
import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { Language } from '../../../contract/envelope.ts'
import { CheckBox } from '../../../src/app/ui/fields/CheckBox.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { FolderProgress } from '../incoming/use-arriving.tsx'
import type { Translate } from '../portal.ts'
import { ownFile } from '../own-files.ts'
import { FileLink } from '../preview/FileLink.tsx'
import { SharedMark } from '../sharing/SharedMark.tsx'
import type { Entry } from './entries.ts'
import { EntryButtons } from './EntryButtons.tsx'
import { folderPath } from './folder-path.ts'

/** The actions of a row. Each is null without its permission. */
export interface RowActions {
  readonly rename: ((entry: Entry) => void) | null
  readonly share: ((entry: Entry) => void) | null
  /** Shows what a file contained before. */
  readonly versions: ((entry: Entry) => void) | null
  readonly move: ((entries: readonly Entry[]) => void) | null
  readonly remove: ((entries: readonly Entry[]) => void) | null
  /** Shows a file in the page. */
  readonly open: ((entry: Entry) => void) | null
  readonly mayDownload: boolean
}

interface SharedProps {
  readonly language: Language
  readonly t: Translate
  readonly actions: RowActions
  readonly onPick: (entry: Entry) => void
}

/** The rows that are in the document, of all entries. */
export interface VirtualRows {
  readonly entries: readonly Entry[]
  readonly items: readonly VirtualItem[]
}

interface RowsProps extends SharedProps {
  readonly rows: VirtualRows
  readonly fresh: Readonly<Record<string, true>>
  readonly selected: ReadonlySet<string>
  readonly measure: (row: HTMLTableRowElement | null) => void
}

const ACTIONS = ['rename', 'share', 'versions', 'move', 'remove', 'open'] as const

/** `t` and `actions` are new on each drawing; what they do depends on the language and on the permissions alone, which may come later than the rows. */
function isSameShared(one: SharedProps, other: SharedProps): boolean {
  const isSameOffer = ACTIONS.every((name) => (one.actions[name] === null) === (other.actions[name] === null))
  const isSameDownload = one.actions.mayDownload === other.actions.mayDownload
  return one.language === other.language && isSameOffer && isSameDownload
}

/** A finger that rests on something draggable would drag it instead of selecting it. */
const MAY_DRAG = window.matchMedia('(hover: hover) and (pointer: fine)').matches

/** The rows of the table body. A margin takes the place of the rows that are not in the document. */
export const FileRows = memo(
  ({ rows: { entries, items }, fresh, selected, measure, ...shared }: RowsProps) =>
    items.map(({ index, start }, at) => {
      const entry = entries[index]
      if (!entry) return null
      const gap = start - (items[at - 1]?.end ?? 0)
      return (
        <tr
          key={entry.id}
          ref={measure}
          role="row"
          className={Object.hasOwn(fresh, entry.id) ? 'f-row f-row--fresh' : 'f-row'}
          style={gap > 0 ? { marginTop: gap } : undefined}
          data-entry={entry.id}
          data-index={index}
          data-selected={selected.has(entry.id) || undefined}
          data-drop={entry.kind === 'folder' && !entry.arriving ? entry.id : undefined}
          draggable={shared.actions.move !== null && !entry.arriving && MAY_DRAG}
          aria-rowindex={index + 2}
        >
          <FileCells entry={entry} isSelected={selected.has(entry.id)} {...shared} />
        </tr>
      )
    }),
  (one, other) =>
    isSameShared(one, other) &&
    one.rows === other.rows &&
    one.fresh === other.fresh &&
    one.selected === other.selected &&
    one.measure === other.measure,
)

/** The cells of a folder or file. Memoized, because each file that arrives above changes the row's index. */
const FileCells = memo(
  DrawnCells,
  (one: CellsProps, other: CellsProps) =>
    isSameShared(one, other) && one.entry === other.entry && one.isSelected === other.isSelected,
)

interface CellsProps extends SharedProps {
  readonly entry: Entry
  readonly isSelected: boolean
}

function DrawnCells({ entry, isSelected, language, t, actions, onPick }: CellsProps) {
  const { id, kind, name, size, changedAt } = entry
  return (
    <>
      <td role="cell" className="f-cell-pick">
        {!entry.arriving && (
          <CheckBox label={t('selection.pick', { name })} checked={isSelected} onChange={() => onPick(entry)} />
        )}
      </td>
      <th role="rowheader" scope="row" className="f-cell-name">
        <FileIcon kind={kind} name={name} />
        {kind === 'folder' && !entry.arriving ? (
          <Link to={folderPath(id)} data-part="name" draggable={false}>
            <FileName name={name} />
          </Link>
        ) : kind === 'file' && actions.open ? (
          <FileLink file={ownFile(id)} name={name} data-part="name" onOpen={() => actions.open?.(entry)} />
        ) : (
          <span data-part="name" tabIndex={-1}>
            <FileName name={name} />
          </span>
        )}
        <SharedMark id={id} />
      </th>
      <td role="cell" className="f-cell-size">
        {size === null ? <FolderProgress name={name}>{t('table.folder')}</FolderProgress> : formatBytes(size, language)}
      </td>
      <td role="cell" className="f-cell-date">
        {entry.arriving ? t('arriving.row') : <time dateTime={changedAt}>{formatDateTime(changedAt, language)}</time>}
      </td>
      <td role="cell" className="f-cell-actions">
        <div className="f-actions">
          {!entry.arriving && (
            <EntryButtons
              {...actions}
              entry={entry}
              file={ownFile}
              t={t}
              remove={actions.remove && (() => actions.remove?.([entry]))}
            />
          )}
        </div>
      </td>
    </>
  )
}
