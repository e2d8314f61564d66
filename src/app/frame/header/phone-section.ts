/** The sections of the desktop that a phone shows one at a time. */
export type PhoneSection = 'desktop' | 'messages' | 'todos'

/** Query parameter of the desktop's address. */
const KEY = 'show'

/** The section that an address's query names. */
export function readPhoneSection(search: string): PhoneSection {
  const shown = new URLSearchParams(search).get(KEY)
  return shown === 'messages' || shown === 'todos' ? shown : 'desktop'
}

export function phonePath(home: string, section: PhoneSection): string {
  return section === 'desktop' ? home : `${home}?${KEY}=${section}`
}
