import { useEffect, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import common from '../../locales/en/common.json'

// The login loads no language packs.
addTexts('en', 'common', common)

/** The dictionary of the portal, for what the login opens. */
export function WithTexts({ children }: { children: ReactNode }) {
  const language = useLanguage()
  useEffect(() => {
    void i18n.changeLanguage(language)
  }, [language])
  return <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
}
