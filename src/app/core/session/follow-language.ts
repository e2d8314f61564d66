import { saveLanguage } from '../../../../contract/endpoints/language.ts'
import { call } from '../api/call.ts'
import { language } from '../language/language.ts'
import { chosenLanguageKey } from '../storage/signed-in-keys.ts'
import { whenLoadedAndIdle } from '../timing/when-idle.ts'
import { requestParameter } from './request-parameter.ts'
import { session } from './session.ts'

let told = ''

/**
 * Tells the server from now on in which language the signed-in user reads the portal, because what the portal writes to them is in that language. A change of the language is the user's choice. One that could
 * not be sent is sent with the next start.
 */
export function followLanguage(): void {
  language.subscribe(() => {
    const state = session.current
    if (state.status !== 'in') return
    chosenLanguageKey.set({ userId: state.user.userId, language: language.current })
    void tell(true)
  })
  const follow = () => {
    // The language that a third party asks for is no choice of the user's.
    if (requestParameter('ui_locales', location.search) !== '') return
    if (session.current.status === 'in') void whenLoadedAndIdle().then(() => tell(false))
  }
  session.subscribe(follow)
  follow()
}

/** Never rejects. */
async function tell(now: boolean): Promise<void> {
  const state = session.current
  if (state.status !== 'in') return
  const { userId, langType } = state.user
  const due = chosenLanguageKey.get()
  const chosen = now || due?.userId === userId
  const wanted = chosen && due ? due.language : language.current
  if (!chosen && (wanted === langType || told === `${userId} ${wanted}`)) return
  told = `${userId} ${wanted}`
  try {
    await call(saveLanguage, { language: wanted, chosen })
  } catch {
    // The next start tells it.
    return
  }
  if (chosen && chosenLanguageKey.get()?.language === wanted) chosenLanguageKey.remove()
}
