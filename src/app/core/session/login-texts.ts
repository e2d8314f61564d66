import type { Language } from '../../../../contract/envelope.ts'
import failures from '../../locales/zh-CN/failures.json'
import login from '../../locales/zh-CN/login.json'

const chinese = { ...login, failures }
export type SignInTexts = typeof chinese

let english: SignInTexts | undefined

/** Merges known keys of `given` into the defaults. */
function overlay<T extends object>(defaults: T, given: unknown): T {
  const result = { ...defaults }
  const from: Record<string, unknown> = Object(given)
  for (const [key, value] of Object.entries(defaults)) {
    const text = from[key]
    if (typeof value === 'string' && typeof text === 'string') Object.assign(result, { [key]: text })
    if (typeof value === 'object' && value !== null) Object.assign(result, { [key]: overlay(value, text) })
  }
  return result
}

/** The texts of the login in a language. English ones are in the document, so that the login needs no pack. */
export function signInTexts(language: Language): SignInTexts {
  if (language === 'zh-CN') return chinese
  english ??= overlay(chinese, JSON.parse(document.querySelector('#login-en')?.textContent ?? '{}'))
  return english
}
