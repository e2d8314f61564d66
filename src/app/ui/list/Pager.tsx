import './list.css'
import { Button } from '../Button.tsx'
import { useListTexts } from './use-list-texts.ts'
import { formatNumber } from '../format/format.ts'

/** Which part of a list is shown, and buttons to the page before and after it. */
export function Pager({
  page,
  size,
  total,
  waits,
  onTurn,
}: {
  /** From 1. */
  page: number
  /** Rows of a page. */
  size: number
  /** Rows of all pages. */
  total: number
  /** Another page is being loaded. */
  waits: boolean
  onTurn: (page: number) => void
}) {
  const { t, language } = useListTexts()
  const last = Math.ceil(total / size)
  const written = (number: number) => formatNumber(number, language)
  // Not disabled at an end or while a page loads: they would lose the focus.
  const turn = (wanted: number) => !waits && wanted >= 1 && wanted <= last && onTurn(wanted)
  return (
    <nav className="k-pager" aria-label={t('pages')}>
      <span>
        {t('shown', {
          from: written((page - 1) * size + 1),
          to: written(Math.min(total, page * size)),
          total: written(total),
        })}
      </span>
      {last > 1 && (
        <span className="k-pager__buttons">
          <Button aria-disabled={page <= 1 || undefined} onClick={() => turn(page - 1)}>
            {t('previous')}
          </Button>
          <Button aria-disabled={page >= last || undefined} onClick={() => turn(page + 1)}>
            {t('next')}
          </Button>
        </span>
      )}
    </nav>
  )
}
