import type { HandIn } from '../../../contract/endpoints/storage/collections.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { LITTLE_LEFT, UseBar } from '../../../src/app/ui/feedback/UseBar.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useTexts } from '../portal.ts'

/** How much the hand-ins of the class take, and how much they may. */
export function ClassStorageLine({ storage: { used, quota } }: { storage: HandIn['classStorage'] }) {
  const t = useTexts()
  const language = useLanguage()
  if (quota === null) {
    return <p className="f-place-soft">{t('handIns.classUsedFree', { used: formatBytes(used, language) })}</p>
  }
  // Zero of zero is full.
  const share = quota === 0 ? 1 : used / quota
  const amounts = { used: formatBytes(used, language), quota: formatBytes(quota, language) }
  return <UseBar share={share}>{t(share > LITTLE_LEFT ? 'handIns.classLittle' : 'handIns.classUsed', amounts)}</UseBar>
}
