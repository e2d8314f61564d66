import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { AccountPage } from '../../features/account/AccountPage.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import account from '../../locales/zh-CN/account.ts'
import elsewhere from '../../locales/zh-CN/elsewhere.ts'
import protection from '../../locales/zh-CN/protection.ts'
import { passwordSurroundings } from '../../features/account/password-surroundings.ts'
import { pictureSurroundings } from './picture-surroundings.ts'

// They come with the page that needs them; English is in the shell's own pack.
addTexts('zh-CN', 'account', account)
addTexts('zh-CN', 'protection', protection)
addTexts('zh-CN', 'elsewhere', elsewhere)

/** A person's own account, wired to the shell. */
export default function AccountSettings({
  user,
  online,
}: {
  user: Pick<SessionUser, 'loginName' | 'userImgPath' | 'sex'>
  online: boolean
}) {
  const language = useLanguage()
  return (
    <AccountPage
      language={language}
      online={online}
      picture={pictureSurroundings(user, language)}
      password={passwordSurroundings(user.loginName, language)}
    />
  )
}
