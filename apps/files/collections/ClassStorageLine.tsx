import type { HandIn } from '../../../contract/endpoints/storage/collections.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { NEARLY_FULL, UsageBar } from '../../../src/app/ui/feedback/UsageBar.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useTexts } from '../portal.ts'

/** How much the hand-ins of the class take, and how much they may. */
export function ClassStorageLine({ storage: { used, quota } }: { storage: HandIn['classStorage'] }) {
  const t = useTexts()
  const language = useLanguage()
  if (quota === null) {
    return <p className="k-soft">{t('handIns.classUsedFree', { used: formatBytes(used, language) })}</p>
  }
  // Zero of zero is full.
  const share = quota === 0 ? 1 : used / quota
  const amounts = { used: formatBytes(used, language), quota: formatBytes(quota, language) }
  return (
    <UsageBar share={share}>{t(share > NEARLY_FULL ? 'handIns.classLittle' : 'handIns.classUsed', amounts)}</UsageBar>
  )
}
