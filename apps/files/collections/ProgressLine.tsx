import type { MadeHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { useTexts } from '../portal.ts'

/** How many of the class have handed in, as a text with a redundant bar. */
export function ProgressLine({ made: { handedIn, students, late } }: { made: MadeHandIn }) {
  const t = useTexts()
  return (
    <div className="f-place-progress">
      <div className="k-usage__bar" aria-hidden="true">
        <div style={{ inlineSize: `${students === 0 ? 0 : (handedIn / students) * 100}%` }} />
      </div>
      <p>
        {t('handIns.progress', { done: handedIn, all: students })}
        {late > 0 && ` · ${t('handIns.lateCount', { count: late })}`}
      </p>
    </div>
  )
}
