/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some browsers no longer take rows that are grids for those of a table unless they are told */
import { memo, type CSSProperties } from 'react'
import type { Language } from '../../contract/envelope.ts'
import type { Entry } from './entries.ts'
import { FileRow, type RowActions } from './FileRow.tsx'
import type { RowLabels } from './row-labels.ts'

interface BlockProps {
  readonly entries: readonly Entry[]
  readonly fresh: Readonly<Record<string, true>>
  readonly offline: boolean
  readonly language: Language
  readonly labels: RowLabels
  readonly actions: RowActions
}

/** As of a single row: labels and actions are others each time, and do the same. */
function isSameBlock(one: BlockProps, other: BlockProps): boolean {
  return (
    one.offline === other.offline &&
    one.language === other.language &&
    one.entries.length === other.entries.length &&
    one.entries.every(
      (entry, at) =>
        entry === other.entries[at] && Object.hasOwn(one.fresh, entry.id) === Object.hasOwn(other.fresh, entry.id),
    )
  )
}

/** Some rows of the list, which are gone through only when one of them has changed. */
export const FileRows = memo(DrawnRows, isSameBlock)

interface RowsStyle extends CSSProperties {
  /** The height that rows have as long as they were never in sight. */
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
