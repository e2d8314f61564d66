import { useTranslation } from 'react-i18next'
import { readUserAgent } from '../../../../../contract/rules/user-agent.ts'

/** Gives a device's name in plain words, such as "Chrome on Windows", from its user agent. */
export function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation('account')
  return (userAgent) => {
    const { browser, system } = readUserAgent(userAgent)
    if (browser && system) return t('device', { browser: t(`browsers.${browser}`), system: t(`systems.${system}`) })
    if (browser) return t(`browsers.${browser}`).trim()
    return system ? t(`systems.${system}`) : t('unknownDevice')
  }
}
