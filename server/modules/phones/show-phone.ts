import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { globalForm } from './read-phone.ts'

/** A stored phone as its country writes it, with the country's code and an extension; Chinese mobile numbers of 11 digits, and what is no number, as they are stored. */
export function showPhone(phone: string): string {
  const number = phone.startsWith('+') ? parsePhoneNumberFromString(phone) : undefined
  // A text beside the number must not get lost.
  return number && globalForm(number) === phone ? number.formatInternational() : phone
}

/** A row with `phoneShown`, its phone as it is shown. */
export function withShownPhone<Row extends { readonly phone: string | null }>(
  row: Row,
): Row & { phoneShown: Row['phone'] } {
  return { ...row, phoneShown: row.phone === null ? row.phone : showPhone(row.phone) }
}
