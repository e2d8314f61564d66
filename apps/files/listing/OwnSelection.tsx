import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import FolderArrow from '@phosphor-icons/core/regular/folder-open.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { Button } from '../../../src/app/ui/Button.tsx'
import { useTexts } from '../portal.ts'
import type { Entry } from './entries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { EntryActions } from './use-entry-actions.ts'

/** What can be done with the selected entries of an own folder. */
export function OwnSelection({
  selected,
  actions,
  onRemove,
  onClear,
}: {
  selected: readonly Entry[]
  actions: EntryActions
  onRemove: () => void
  onClear: () => void
}) {
  const t = useTexts()
  const count = selected.length
  const files = selected.filter(({ kind }) => kind === 'file').length
  return (
    <SelectionBar label={t('selection.label')} count={count} onClear={onClear}>
      {actions.move && (
        <Button icon={FolderArrow} needsNetwork onClick={() => actions.move?.(selected)}>
          {t('selection.move')}
        </Button>
      )}
      {actions.download && files > 0 && (
        <Button icon={Download} needsNetwork onClick={() => actions.download?.(selected)}>
          {files === count ? t('selection.download') : t('selection.downloadFiles', { count: files })}
        </Button>
      )}
      {actions.remove && (
        <Button icon={Trash} needsNetwork onClick={onRemove}>
          {t('selection.remove')}
        </Button>
      )}
    </SelectionBar>
  )
}
