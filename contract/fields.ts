import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { PASSWORD_LENGTH } from './limits.ts'

/** An identifier issued by the portal. */
export const id = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** The id, a UUID, under which a save adds: made by the caller, so that the same save sent again after its answer was lost adds no second one. */
export const newId = z.optional(z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)))

// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose; tab and line breaks are allowed
const WITHOUT_CONTROL_CHARACTERS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]*$/
/** A character that can be seen: neither white space nor one that only formats, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cf}]/u

/** Text of limited length; control characters are refused, and the two that no XML may have, such as a spreadsheet's. */
/* @__NO_SIDE_EFFECTS__ */ export function text(maxLength: number, minLength = 0) {
  return z.string().check(z.minLength(minLength), z.maxLength(maxLength), z.regex(WITHOUT_CONTROL_CHARACTERS))
}

/** An error code as the message of a check: the server's answer has it, and forms show its text. */
export const code = /* @__NO_SIDE_EFFECTS__ */ (known: ErrorCode) => known

/** Text with at least one character that can be seen; trimmed. */
/* @__NO_SIDE_EFFECTS__ */ export function filled(maxLength: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.regex(VISIBLE, code('field.required')),
      z.maxLength(maxLength),
      z.regex(WITHOUT_CONTROL_CHARACTERS),
    )
}

/** An integer; `message` says what is wrong with another one. */
export function integer({ least, most }: { least: number; most: number }, message?: ErrorCode) {
  return z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message))
}

/** A whole number as it is typed into a field, checked by `number`; null when empty. Chinese keyboards may give full-width digits. */
/* @__NO_SIDE_EFFECTS__ */ export function typedNumber<Value>(maxDigits: number, number: z.ZodMiniType<Value>) {
  const read = (typed: string): number | null => {
    const digits = typed.normalize('NFKC').trim()
    if (digits === '') return null
    return /^\d+$/.test(digits) && digits.length <= maxDigits ? Number(digits) : Number.NaN
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it checks what it gets
  return z.pipe(z.string(), z.pipe(z.transform(read), number as z.ZodMiniType<Value, number | null>))
}

/** A whole number, also as text, because forms and query strings have no other type. */
/* @__NO_SIDE_EFFECTS__ */ export function wholeNumber(minimum: number, maximum: number) {
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,16}$/))]),
    z.pipe(z.transform(Number), z.number().check(z.int(), z.minimum(minimum), z.maximum(maximum))),
  )
}

/** The page of a list, from 1; the first by default. */
export const listPage = z.optional(wholeNumber(1, 100_000))

/** A boolean, also as text ("true", "1"). */
export const flag = z.pipe(
  z.union([z.boolean(), z.string().check(z.regex(/^(true|false|1|0|)$/))]),
  z.transform((value: boolean | string) => value === true || value === 'true' || value === '1'),
)

/** MD5 as 32 hexadecimal digits, lower case after parsing. */
export const md5 = z.string().check(z.regex(/^[0-9a-fA-F]{32}$/), z.toLowerCase())

/** A moment as ISO 8601 text in UTC. */
export const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))

/** The proof before a change of an account's protection: the password, and a code with a second step. */
export const ownProof = { password: text(PASSWORD_LENGTH, 1), otp: z.optional(text(16, 1)) }

/** The input of endpoints without parameters. */
export const nothing = z.object({})

/** The response of calls without a result. */
export const success = z.literal('success')

/** The response of downloads: bytes, which no call reads. */
export const file = z.unknown()

/** 1 student, 2 teacher, 3 parent, 4 other staff. */
export const PUPIL = 1
export const TEACHER = 2
export const PARENT = 3
/** All who work for the unit and do not teach. */
export const OTHER_STAFF = 4
export const USER_TYPES = [PUPIL, TEACHER, PARENT, OTHER_STAFF] as const
export const userType = z.literal(USER_TYPES)

export const isStaff = (type: number): boolean => type === TEACHER || type === OTHER_STAFF

/** '0' the unit of the portal's operators, '1' an education office, '2' a school. */
export const unitType = z.literal(['0', '1', '2'])
export type UnitType = z.infer<typeof unitType>
/** Whether a unit is that of the operators: it has administrators only, and no messages, to-dos or days of school. */
export const isOperatorsUnit = (type: UnitType): boolean => type === '0'

/** A day of the calendar, YYYY-MM-DD. */
export const calendarDay = z.string().check(
  z.regex(/^20\d\d-\d\d-\d\d$/),
  z.refine((typed) => {
    const at = new Date(`${typed}T00:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed)
  }),
)

/** The same in a form, which says that it lacks one. */
export const typedDay = calendarDay.check(z.minLength(1, code('field.date')))

/** A month of the calendar, YYYY-MM. */
export const calendarMonth = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))

/** A time of day on a clock of 24 hours, HH:MM. */
export const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** The name of an account's person; '' without an English name. */
export const accountName = z.object({ realName: z.string(), englishName: z.string() })
export type AccountName = z.infer<typeof accountName>
/** The person of an account. */
export const accountPerson = z.object({ userId: id, realName: z.string(), englishName: z.string() })

/** The name of a thing in both languages; '' without an English one. */
export const names = { name: z.string(), englishName: z.string() }
/** The same as administrators enter it for a class, a grade or a role. */
export const enteredNames = { name: filled(50), englishName: text(100) }
