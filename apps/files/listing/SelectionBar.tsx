import X from '@phosphor-icons/core/regular/x.svg?react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { CheckBox } from '../../../src/app/ui/fields/CheckBox.tsx'
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
  isLabelled = false,
  onPickAll,
}: {
  /** Selected ones. */
  count: number
  all: number
  isLabelled?: boolean
  onPickAll: (isPicked: boolean) => void
}) {
  const t = useTexts()
  return (
    <CheckBox
      label={t('selection.all')}
      isLabelled={isLabelled}
      checked={all > 0 && count >= all}
      mixed={count > 0 && count < all}
      onChange={onPickAll}
    />
  )
}
