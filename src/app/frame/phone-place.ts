import type { PhonePlace } from './header/PhoneBar.tsx'

/** Query parameter of the desktop's address that says what of it a phone shows. */
const KEY = 'show'

/** What a phone shows of the desktop. */
export function readPhonePlace(search: string): PhonePlace {
  const shown = new URLSearchParams(search).get(KEY)
  return shown === 'messages' || shown === 'todos' ? shown : 'desktop'
}

/** The address of a place on a phone, from that of the desktop. */
export function phonePath(home: string, place: PhonePlace): string {
  return place === 'desktop' ? home : `${home}?${KEY}=${place}`
}
