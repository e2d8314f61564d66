import { AccountPage } from '../features/account/AccountPage.tsx'
import { addTexts } from '../features/language/i18n.ts'
import { useLanguage } from '../features/language/use-language.ts'
import account from '../locales/zh-CN/account.ts'
import { useObservable } from '../state/use-observable.ts'
import { reportFailure } from './make-portal.ts'
import { online } from './online.ts'

// They come with the page that needs them; English is in the shell's own pack.
addTexts('zh-CN', 'account', account)

/** What a person can see and change of their own account. */
export default function SettingsPage() {
  const language = useLanguage()
  const isOnline = useObservable(online)
  return <AccountPage language={language} online={isOnline} onFailure={reportFailure} />
}
