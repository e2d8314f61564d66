import X from '@phosphor-icons/core/regular/x.svg?react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { useTexts } from '../portal.ts'

/** How many entries are selected, and what can be done with all of them. */
export function SelectionBar({
  label,
  count,
  onClear,
  children,
}: {
  label: string
  count: number
  onClear: () => void
  /** The actions. */
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <div className="f-selection-place">
      <p className="visually-hidden" role="status">
        {count > 0 ? t('selection.count', { count }) : ''}
      </p>
      {count > 0 && (
        <section className="f-selection" aria-label={label}>
          <IconButton label={t('selection.clear')} svg={X} onClick={onClear} />
          <strong>{t('selection.count', { count })}</strong>
          <span className="f-selection__actions">{children}</span>
        </section>
      )}
    </div>
  )
}

/** Selects all that are loaded, or none. */
export function PickAll({
  count,
  all,
  labelled,
  onPickAll,
}: {
  /** Selected ones. */
  count: number
  all: number
  /** Whether the label is visible; screen readers always have it. */
  labelled: 'beside' | 'unseen'
  onPickAll: (isPicked: boolean) => void
}) {
  const t = useTexts()
  const isUnseen = labelled === 'unseen'
  return (
    <label className={isUnseen ? 'f-pick' : 'f-pick-all'}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < all
        }}
        checked={all > 0 && count >= all}
        onChange={({ currentTarget }) => onPickAll(currentTarget.checked)}
      />
      <span className={isUnseen ? 'visually-hidden' : undefined}>{t('selection.all')}</span>
    </label>
  )
}
