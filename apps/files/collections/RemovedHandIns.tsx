import ArrowUUpLeft from '@phosphor-icons/core/regular/arrow-u-up-left.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useRef, useState } from 'react'
import { restoreHandIn, type RemovedHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { CardRow } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePortal, useTexts } from '../portal.ts'
import { nameIn } from '../sharing/receivers.tsx'
import { useRenewHandIns } from './use-hand-ins.ts'

/** The teacher's hand-ins that were deleted, until they are gone for good. */
export function RemovedHandIns({ removed }: { removed: readonly RemovedHandIn[] }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const renew = useRenewHandIns()
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState(false)

  const restore = async ({ id, title }: RemovedHandIn) => {
    setBusy(true)
    try {
      await portal.call(restoreHandIn, { id }, { quiet: true })
      portal.notify('success', t('handIns.restoredNow', { title }))
      // Its row, with the button, goes.
      heading.current?.focus()
      await renew()
    } catch (error) {
      portal.notify('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="app-card f-place-card" aria-label={t('handIns.removedList')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('handIns.removedList')}
      </h2>
      <ul>
        {removed.map((one) => (
          <CardRow
            key={one.id}
            glyph={Trash}
            title={one.title}
            facts={
              <>
                <span>{nameIn(language, one.class)}</span>
                <span>{t('handIns.removedFacts', { count: one.files, at: formatDateTime(one.goneAt, language) })}</span>
              </>
            }
          >
            <Button
              icon={ArrowUUpLeft}
              aria-label={t('handIns.restoreNamed', { title: one.title })}
              needsNetwork
              disabled={busy}
              onClick={() => void restore(one)}
            >
              {t('bin.restore')}
            </Button>
          </CardRow>
        ))}
      </ul>
    </section>
  )
}
