import { Button } from '../../../src/app/ui/Button.tsx'
import { useTexts } from '../portal-context.ts'

/** Which part of a list is shown, and the way to the next. */
export function Pager({
  page,
  size,
  total,
  shown,
  waits,
  onTurn,
}: {
  page: number
  size: number
  total: number
  shown: number
  waits: boolean
  onTurn: (page: number) => void
}) {
  const t = useTexts()
  const last = Math.ceil(total / size)
  const from = (page - 1) * size + 1
  if (last <= 1) return null
  // Not disabled while a page loads: they would lose the focus.
  const turn = (wanted: number) => !waits && wanted >= 1 && wanted <= last && onTurn(wanted)
  return (
    <nav className="ad-pager" aria-label={t('people.pages')}>
      <span>{t('messages.shown', { from, to: from + shown - 1, count: total })}</span>
      <span className="ad-pager__buttons">
        <Button aria-disabled={page <= 1 || undefined} onClick={() => turn(page - 1)}>
          {t('people.previous')}
        </Button>
        <Button aria-disabled={page >= last || undefined} onClick={() => turn(page + 1)}>
          {t('people.next')}
        </Button>
      </span>
    </nav>
  )
}
