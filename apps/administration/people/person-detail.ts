import type { PersonRow } from '../../../contract/endpoints/people/people.ts'
import type { Language } from '../../../contract/envelope.ts'
import { nameIn } from '../portal-context.ts'

/** What tells two people of one name apart: number, user name, and classes or department. */
export function personDetail({ number, loginName, places }: PersonRow, language: Language): string {
  return [number, loginName, ...places.map((place) => nameIn(place, language))].filter(Boolean).join(' · ')
}
