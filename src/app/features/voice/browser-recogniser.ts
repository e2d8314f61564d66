import type { Language } from '../../../../contract/envelope.ts'
import { MicrophoneFailure } from '../../platform/microphone.ts'
import type { Recogniser } from './recogniser.ts'
import { VoiceFailure } from './voice-failure.ts'

/** https://webaudio.github.io/web-speech-api/#speechreco-section, which the compiler's library does not have. */
interface BrowserRecogniser {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
  addEventListener(type: 'start' | 'end', listener: () => void): void
  addEventListener(type: 'result', listener: (event: { readonly results: Results }) => void): void
  addEventListener(type: 'error', listener: (event: { readonly error: string }) => void): void
}

type Results = ArrayLike<ArrayLike<{ readonly transcript: string }>>

declare global {
  interface Window {
    SpeechRecognition?: new () => BrowserRecogniser
    webkitSpeechRecognition?: new () => BrowserRecogniser
  }
}

/**
 * Has speech recognised by the browser's own recogniser, which opens the microphone itself. Resolves once it listens. Rejects with VoiceFailure or
 * MicrophoneFailure, and with the signal's reason; so does its result.
 */
export async function recogniseInBrowser(
  signal: AbortSignal,
  language: Language,
  onHeard: (text: string) => void,
): Promise<Recogniser> {
  const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition
  if (!Recognition) throw new VoiceFailure('unsupported')
  const recogniser = new Recognition()
  recogniser.lang = language === 'en' ? 'en-US' : language
  // Until the button is released, whatever pauses are made.
  recogniser.continuous = true
  recogniser.interimResults = true
  let heard = ''
  return new Promise((listens, failed) => {
    const result = new Promise<string>((resolve, reject) => {
      const fail = (error: unknown) => {
        failed(error)
        reject(error)
      }
      const started = () => listens({ result, finish: () => recogniser.stop() })
      recogniser.addEventListener('start', started)
      recogniser.addEventListener('result', ({ results }) => {
        heard = Array.from(results, (one) => one[0]?.transcript ?? '').join('')
        onHeard(heard)
      })
      recogniser.addEventListener('error', ({ error }) => {
        if (error !== 'no-speech') fail(failureOf(error))
      })
      recogniser.addEventListener('end', () => {
        resolve(heard)
        started()
      })
      const abort = () => {
        fail(signal.reason)
        recogniser.abort()
      }
      signal.addEventListener('abort', abort, { once: true })
    })
    // It may fail before it is waited for.
    result.catch(() => {})
    recogniser.start()
  })
}

function failureOf(code: string): Error {
  switch (code) {
    case 'not-allowed':
      return new MicrophoneFailure('denied')
    case 'audio-capture':
      return new MicrophoneFailure('none')
    case 'network':
      return new VoiceFailure('unreachable')
    default:
      return new VoiceFailure('unsupported')
  }
}
