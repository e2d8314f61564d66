import type { Language } from '../../../contract/envelope.ts'
import { personField, type PersonField } from '../../../contract/people/fields.ts'
import { formatMonth } from '../../../src/app/ui/format/calendar.ts'
import type { Translate } from '../portal-context.ts'

/** The value of a field in the user's words. */
export function shownValue(name: PersonField, value: string | number, t: Translate, language: Language): string {
  const { kind, nameOf } = personField(name)
  if (name === 'sex') return value === 1 || value === 2 ? t(`sex.${value}`) : ''
  if (kind === 'month') return formatMonth(String(value).slice(0, 7), language)
  return nameOf ? nameOf(String(value), language) : String(value)
}
