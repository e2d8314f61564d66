import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import { useShownCounts } from '../../core/live/counts.ts'
import { formatDateTime } from '../../ui/format/format.ts'

/** In the place of messages and to-dos after a start without a network: where they are, and how many there were last. */
export default function OfflineAside() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const shown = useShownCounts()
  return (
    <section className="s-card" aria-labelledby="aside-offline">
      <h2 className="s-card__title" id="aside-offline">
        {t('aside.offline')}
      </h2>
      {shown?.at && (
        <p className="k-note">
          {t('aside.lastCounts', {
            time: formatDateTime(shown.at, language),
            messages: shown.counts.message,
            todos: shown.counts.todo,
          })}
        </p>
      )}
      <p className="k-note">{t('aside.offlineHint')}</p>
    </section>
  )
}
