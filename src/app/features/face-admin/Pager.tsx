import { useTranslation } from 'react-i18next'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'

/** The shown range of a list, and buttons to the other pages. */
export function Pager({
  page,
  total,
  disabled,
  onTurn,
}: {
  page: number
  total: number
  disabled: boolean
  onTurn: (page: number) => void
}) {
  const { t } = useTranslation('faceAdmin')
  const last = Math.ceil(total / PAGE_SIZE)
  const from = (page - 1) * PAGE_SIZE + 1
  // Not disabled while a page loads: they would lose the focus.
  const turn = (wanted: number) => !disabled && wanted >= 1 && wanted <= last && onTurn(wanted)
  return (
    <nav className="fa-pager" aria-label={t('people.pages')}>
      <span>{t('people.shown', { from, to: Math.min(total, page * PAGE_SIZE), count: total })}</span>
      {last > 1 && (
        <span className="fa-pager__buttons">
          <Button aria-disabled={disabled || page <= 1 || undefined} onClick={() => turn(page - 1)}>
            {t('people.previous')}
          </Button>
          <Button aria-disabled={disabled || page >= last || undefined} onClick={() => turn(page + 1)}>
            {t('people.next')}
          </Button>
        </span>
      )}
    </nav>
  )
}
