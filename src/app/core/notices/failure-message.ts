import type { Language } from '../../../../contract/envelope.ts'
import { PROXY_BODY_MEGABYTES } from '../../../../contract/limits.ts'
import { CallError, type HttpStatus } from '../api/call-error.ts'
import { language } from '../language/language.ts'
import { signInTexts } from '../session/login-texts.ts'
import type failures from '../../locales/zh-CN/failures.json'
import type { NoticeKind } from './notices.ts'

/** Kind, title and text as in section 8 of the specification. */
export interface FailureMessage {
  kind: NoticeKind
  title?: string
  text: string
}

/** The notice of a failed call. The login uses its text, because the catalogue of `failureText` is not loaded there. */
export function failureNotice(error: unknown, shown: Language = language.current): FailureMessage {
  return failureMessage(error, shown, signInTexts(shown).failures)
}

/** The notice for a failed call: an HTTP failure is an error titled with status and status text; a refusal is a warning in the server's words. */
export function failureMessage(error: unknown, shown: Language, texts: typeof failures): FailureMessage {
  if (!(error instanceof CallError)) return { kind: 'error', text: texts.unexpected }
  const { failure } = error
  switch (failure.kind) {
    case 'envelope': {
      const text = error.serverText(shown) ?? texts.server
      if (failure.http.status !== 200) return { kind: 'error', title: titleOf(failure.http), text }
      return { kind: 'warning', text }
    }
    case 'http':
      return { kind: 'error', title: titleOf(failure.http), text: textOfStatus(failure.http, texts) }
    case 'network':
      return { kind: 'error', text: texts.network }
    case 'timeout':
      return { kind: 'error', text: texts.timeout.replace('{{after}}', String(failure.after)) }
    case 'aborted':
      return { kind: 'info', text: texts.aborted }
    case 'method':
      return { kind: 'error', text: texts.method }
    case 'payload':
      return { kind: 'warning', text: `${error.status}：${texts.payload}` }
    case 'answer':
      return { kind: 'error', text: texts.answer }
    case 'cookies':
      return { kind: 'error', text: texts.cookies }
  }
}

/** The portal answers with envelopes: a body that is too large without one was refused by a web server in front of it. */
function textOfStatus({ status }: HttpStatus, texts: typeof failures): string {
  return status === 413 ? texts.tooLarge.replace('{{size}}', String(PROXY_BODY_MEGABYTES)) : texts.server
}

/** Status and status text; HTTP/2 has no text. */
function titleOf({ status, statusText }: HttpStatus): string {
  return `${status} ${statusText}`.trim()
}
