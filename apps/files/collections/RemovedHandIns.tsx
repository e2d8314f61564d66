import ArrowUUpLeft from '@phosphor-icons/core/regular/arrow-u-up-left.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useRef } from 'react'
import { restoreHandIn, type RemovedHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { nameIn } from '../../../src/app/micro-apps/names.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { CardRow } from '../../../src/app/ui/layout/CardRow.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useTexts } from '../portal.ts'

/** The teacher's hand-ins that were deleted, until they are gone for good. */
export function RemovedHandIns({ removed }: { removed: readonly RemovedHandIn[] }) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  const heading = useRef<HTMLHeadingElement>(null)
  const restore = useChange(({ id }: RemovedHandIn) => call(restoreHandIn, { id }), {
    done: (_, { title }) => t('handIns.restoredNow', { title }),
    failed: t('handIns.notDone'),
  })
  return (
    <Card title={t('handIns.removedList')} heading={heading}>
      <ul>
        {removed.map((one) => (
          <CardRow
            key={one.id}
            glyph={Trash}
            title={one.title}
            facts={
              <>
                <span>{nameIn(one.class, language)}</span>
                <span>{t('handIns.removedFacts', { count: one.files, at: formatDateTime(one.goneAt, language) })}</span>
              </>
            }
          >
            <Button
              icon={ArrowUUpLeft}
              aria-label={t('handIns.restoreNamed', { title: one.title })}
              needsNetwork
              disabled={restore.isPending}
              // Its row, with the button, goes.
              onClick={() => restore.mutate(one, { onSuccess: () => heading.current?.focus() })}
            >
              {t('bin.restore')}
            </Button>
          </CardRow>
        ))}
      </ul>
    </Card>
  )
}
