import type { Language } from '../../../contract/envelope.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import type { Email } from './unit-mail.ts'

/** A paragraph of plain text, whose line breaks stay, or a link with its label. */
export type EmailBlock = string | { readonly href: string; readonly label: string }

/** Whom an email is for, and their unit. */
export interface Reader extends Pick<Email, 'to'> {
  readonly realName: string
  readonly englishName: string
  readonly unitName: string
  readonly unitEnName: string
  readonly language: Language
}

/** An email in one language, without its greeting. */
interface EmailText {
  readonly subject: string
  readonly blocks: readonly EmailBlock[]
}

/** In both languages, the reader's first: others may read the same mailbox. As plain text and as HTML without pictures, external styles or scripts. */
export function composeEmail(reader: Reader, chinese: EmailText, english: EmailText): Email {
  const { to, realName, englishName, unitName, unitEnName, language: first } = reader
  const inOrder = [
    ['zh-CN', [`${realName}，你好：`, ...chinese.blocks]] as const,
    ['en', [`Hello ${englishName || realName},`, ...english.blocks]] as const,
  ].toSorted(([one], [other]) => Number(other === first) - Number(one === first))
  return {
    to,
    subject:
      first === 'en'
        ? `${unitEnName || unitName}: ${english.subject} · ${chinese.subject}`
        : `${unitName}：${chinese.subject} · ${english.subject}`,
    text: `${inOrder.map(([, blocks]) => blocks.map(toText).join('\n\n')).join('\n\n——\n\n')}\n\n`,
    html: `<!doctype html><html lang="${first}"><head><meta charset="utf-8"></head><body>${inOrder.map(([language, blocks]) => section(language, blocks)).join('<hr>')}</body></html>`,
  }
}

function toText(block: EmailBlock): string {
  return typeof block === 'string' ? block : block.href
}

function section(language: Language, blocks: readonly EmailBlock[]): string {
  return [`<div lang="${language}">`, ...blocks.map(toHtml), '</div>'].join('')
}

/** The address is written out as well, for mail programs that remove links. */
function toHtml(block: EmailBlock): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`
  const address = escapeHtml(block.href)
  return `<p><a href="${address}">${escapeHtml(block.label)}</a></p><p>${address}</p>`
}
