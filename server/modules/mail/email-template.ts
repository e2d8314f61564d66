import type { Language } from '../../../contract/envelope.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import type { Email } from './unit-mail.ts'

/** A paragraph of plain text, whose line breaks stay, or a link with its label. */
export type EmailBlock = string | { readonly href: string; readonly label: string }

interface EmailTemplate extends Pick<Email, 'to'> {
  /** Of the unit, before the subject. */
  readonly unitName: string
  readonly unitEnName: string
  /** The reader's. */
  readonly language: Language
  readonly subject: { readonly chinese: string; readonly english: string }
  readonly chinese: readonly EmailBlock[]
  readonly english: readonly EmailBlock[]
}

/** In both languages, the reader's first: others may read the same mailbox. As plain text and as HTML without pictures, external styles or scripts. */
export function composeEmail({
  to,
  unitName,
  unitEnName,
  language: first,
  subject,
  chinese,
  english,
}: EmailTemplate): Email {
  const inOrder = [['zh-CN', chinese] as const, ['en', english] as const].toSorted(
    ([one], [other]) => Number(other === first) - Number(one === first),
  )
  return {
    to,
    subject:
      first === 'en'
        ? `${unitEnName || unitName}: ${subject.english} · ${subject.chinese}`
        : `${unitName}：${subject.chinese} · ${subject.english}`,
    text: [
      ...inOrder
        .map(([, blocks]) => blocks.map(toText).join('\n\n'))
        .flatMap((text, at) => (at === 0 ? [text] : ['——', text])),
      '',
    ].join('\n\n'),
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
