import ArrowUUpLeft from '@phosphor-icons/core/regular/arrow-u-up-left.svg?react'
import { useEffect, useRef } from 'react'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { useTexts } from '../portal.ts'

/** Selects all that is listed of the bin, and does with what is selected what each row does. */
export function BinSelection({
  count,
  all,
  onAll,
  onRestore,
  onPurge,
}: {
  count: number
  all: boolean
  onAll: (isPicked: boolean) => void
  onRestore: () => void
  onPurge: () => void
}) {
  const t = useTexts()
  const unavailable = !useOnline() || undefined
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all
  }, [count, all])
  return (
    <div className="f-bin__selection" role="group" aria-label={t('bin.selected')}>
      <label className="f-bin__all">
        <span className="f-pick">
          <input
            ref={box}
            type="checkbox"
            checked={all}
            onChange={({ currentTarget }) => onAll(currentTarget.checked)}
          />
        </span>
        {t('selection.all')}
      </label>
      <p role="status">{count > 0 ? t('selection.count', { count }) : ''}</p>
      {count > 0 && (
        <span className="f-bin__actions">
          <Button icon={ArrowUUpLeft} aria-disabled={unavailable} onClick={onRestore}>
            {t('bin.restore')}
          </Button>
          <Button kind="quiet" aria-disabled={unavailable} onClick={onPurge}>
            {t('bin.purge')}
          </Button>
        </span>
      )}
    </div>
  )
}
