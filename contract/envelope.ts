import * as z from 'zod/mini'

/** Separates the Chinese from the English text in `message`. */
const LANGUAGE_SEPARATOR = '|||'

export type Language = 'zh-CN' | 'en'

/** `data` is checked separately against the endpoint's response schema. */
export const envelopeSchema = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  fieldErrors: z.optional(z.array(z.object({ field: z.optional(z.string()), message: z.string() }))),
  data: z.optional(z.unknown()),
})

export type Envelope = z.infer<typeof envelopeSchema>

/** Joins the two texts of a message, Chinese first. */
export function bilingual(chinese: string, english: string): string {
  return `${chinese}${LANGUAGE_SEPARATOR}${english}`
}

/** Returns the part of a bilingual message for a language; a message without a separator is returned whole. */
export function textFor(language: Language, message: string): string {
  const at = message.indexOf(LANGUAGE_SEPARATOR)
  if (at < 0) return message
  return language === 'en' ? message.slice(at + LANGUAGE_SEPARATOR.length) : message.slice(0, at)
}

/** The text to show for an envelope whose status is not 200: field errors joined by commas, else the message, else undefined. */
export function refusalText(language: Language, envelope: Envelope): string | undefined {
  const fields = envelope.fieldErrors?.map((item) => textFor(language, item.message)).filter(Boolean)
  if (fields && fields.length > 0) return fields.join(language === 'en' ? ', ' : '，')
  return textFor(language, envelope.message) || undefined
}
