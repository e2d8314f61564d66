import { useEffect } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { I18nextProvider } from 'react-i18next'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { queryClient } from '../../core/query/query-client.ts'
import AboutDialog from '../../features/versions/AboutDialog.tsx'
import type { Deployed } from '../../features/versions/package-facts.ts'
import englishCommon from '../../locales/en/common.json'
import english from '../../locales/en/versions.json'

// The login loads no language packs. AboutDialog has the Chinese texts.
addTexts('en', 'versions', english)
addTexts('en', 'common', englishCommon)

/** The versions on the login page: what anybody may read of them. */
export default function LoginAbout({
  deployed,
  onClose,
}: {
  deployed: Deployed
  onClose: () => void
  /** Called where this code does not arrive. */
  onMissing: () => void
}) {
  const language = useLanguage()
  useEffect(() => {
    void i18n.changeLanguage(language)
  }, [language])
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <AboutDialog unitId={null} deployed={deployed} onClose={onClose} />
      </QueryClientProvider>
    </I18nextProvider>
  )
}
