import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import FolderArrow from '@phosphor-icons/core/regular/folder-open.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { useTexts } from '../portal.ts'
import type { Entry } from './entries.ts'

/** How many entries are selected, and what can be done with all of them. Each action is null without its permission. */
export function SelectionBar({
  selected,
  onMove,
  onDownload,
  onRemove,
  onClear,
}: {
  selected: readonly Entry[]
  onMove: (() => void) | null
  onDownload: (() => void) | null
  onRemove: (() => void) | null
  onClear: () => void
}) {
  const t = useTexts()
  const unavailable = !useOnline() || undefined
  const count = selected.length
  const files = selected.filter(({ kind }) => kind === 'file').length
  return (
    <div className="f-selection-place">
      <p className="visually-hidden" role="status">
        {count > 0 ? t('selection.count', { count }) : ''}
      </p>
      {count > 0 && (
        <section className="f-selection" aria-label={t('selection.label')}>
          <IconButton label={t('selection.clear')} svg={X} onClick={onClear} />
          <strong>{t('selection.count', { count })}</strong>
          <span className="f-selection__actions">
            {onMove && (
              <Button icon={FolderArrow} aria-disabled={unavailable} onClick={onMove}>
                {t('selection.move')}
              </Button>
            )}
            {onDownload && files > 0 && (
              <Button icon={Download} aria-disabled={unavailable} onClick={onDownload}>
                {files === count ? t('selection.download') : t('selection.downloadFiles', { count: files })}
              </Button>
            )}
            {onRemove && (
              <Button icon={Trash} aria-disabled={unavailable} onClick={onRemove}>
                {t('selection.remove')}
              </Button>
            )}
          </span>
        </section>
      )}
    </div>
  )
}
