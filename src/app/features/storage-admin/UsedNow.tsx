import { useId } from 'react'
import { useLanguage } from '../../core/language/use-language.ts'
import { useTranslation } from 'react-i18next'
import { BIN_DAYS } from '../../../../contract/limits.ts'
import { formatBytes } from '../../ui/format.ts'
import { UseBar } from '../../ui/UseBar.tsx'

/** What all of the unit use together, of what they may. */
export function UsedNow({ used, quota }: { used: number; quota: number | null }) {
  const language = useLanguage()
  const { t } = useTranslation('storageAdmin')
  const id = useId()
  const amounts = { used: formatBytes(used, language), quota: formatBytes(quota ?? 0, language) }
  return (
    <section className="k-card q-card" aria-labelledby={id}>
      <h2 id={id}>{t('now.title')}</h2>
      {quota === null ? (
        <p>{t('now.noQuota', amounts)}</p>
      ) : (
        // Nothing of nothing is full.
        <UseBar share={quota === 0 ? 1 : used / quota}>{t(used < quota ? 'now.of' : 'now.full', amounts)}</UseBar>
      )}
      <p className="k-field__hint">{t('now.hint', { days: BIN_DAYS })}</p>
    </section>
  )
}
