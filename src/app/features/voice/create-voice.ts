import * as voice from '../../../../contract/endpoints/voice.ts'
import { VOCABULARY_LENGTH } from '../../../../contract/endpoints/voice.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { VOICE } from '../../../../contract/limits.ts'
import { trimSpoken } from '../../../../contract/rules/desktop/spoken-text.ts'
import { call } from '../../core/api/call.ts'
import { createObservable } from '../../core/state/observable.ts'
import { openMicrophone } from '../../platform/microphone.ts'
import { recogniseInBrowser } from './browser-recogniser.ts'
import type { Press } from './press.ts'
import type { Recogniser } from './recogniser.ts'
import { recogniseByService, type SpeechService } from './service-recogniser.ts'
import { VoiceFailure } from './voice-failure.ts'

export type VoiceState =
  | { readonly status: 'rest' }
  /** The button was pressed too shortly to say anything. */
  | { readonly status: 'hint' }
  | { readonly status: 'starting'; readonly needs: 'token' | 'microphone' }
  /** `held`: until the button is released, else until the other button is pressed. `until`: on the page's clock, in milliseconds. */
  | { readonly status: 'recording'; readonly held: boolean; readonly heard: string; readonly until: number }
  | { readonly status: 'recognising'; readonly heard: string }
  | { readonly status: 'searching'; readonly text: string }
  /** The browser kept the page's window from opening. */
  | { readonly status: 'blocked'; readonly text: string; readonly url: string }
  | { readonly status: 'failed'; readonly error: unknown; readonly text: string | null }

export type Voice = ReturnType<typeof createVoice>

const REST: VoiceState = { status: 'rest' }

/** Records, recognises and looks up what is said. `open` opens an address, and returns false where the browser did not let it. */
export function createVoice(language: () => Language, open: (url: string, text: string) => boolean) {
  const state = createObservable<VoiceState>(REST)
  /** Of the voice, from 0 to 1; stays 0 where the browser itself listens. */
  const level = createObservable(0)
  let attempt = new AbortController()
  let endOfSpeech = () => {}
  let hint: ReturnType<typeof setTimeout> | undefined

  function reset(next: VoiceState): AbortSignal {
    clearTimeout(hint)
    attempt.abort()
    attempt = new AbortController()
    state.set(next)
    return attempt.signal
  }

  function showHint(): void {
    reset({ status: 'hint' })
    hint = setTimeout(() => state.set(REST), VOICE.hint)
  }

  /** Until it is over, or `released` aborts: without that, until `finish`. */
  async function listen(released?: AbortSignal): Promise<void> {
    const signal = reset({ status: 'starting', needs: 'token' })
    const set = (next: VoiceState) => {
      if (!signal.aborted) state.set(next)
    }
    const recording = new AbortController()
    signal.addEventListener('abort', () => recording.abort(signal.reason), { once: true })
    let text: string | null = null
    try {
      const service = await call(voice.token, { language: language() }, { signal })
      set({ status: 'starting', needs: 'microphone' })
      let heard = ''
      const onHeard = (so: string) => {
        heard = so
        const now = state.current
        if (now.status === 'recording' || now.status === 'recognising') set({ ...now, heard })
      }
      const recogniser =
        service.token === null
          ? await recogniseInBrowser(recording.signal, language(), onHeard)
          : await recordForService(recording.signal, service, onHeard, (loudness) => level.set(loudness))
      // The browser's permission prompt has interrupted the press of the button.
      if (released?.aborted) return showHint()
      const until = performance.now() + VOICE.longest
      set({ status: 'recording', held: released !== undefined, heard, until })
      await Promise.race([endOf(recording.signal, released), recogniser.result])
      set({ status: 'recognising', heard })
      recogniser.finish()
      text = trimSpoken(await recogniser.result).slice(0, VOCABULARY_LENGTH)
      recording.abort()
      if (text === '') throw new VoiceFailure('notUnderstood')
      set({ status: 'searching', text })
      const url = await find(text, signal)
      if (!open(url, text)) set({ status: 'blocked', text, url })
    } catch (error) {
      set({ status: 'failed', error, text })
    } finally {
      recording.abort()
      level.set(0)
    }
  }

  /** Resolves when the speech ends: by release, by `finish`, or after the longest time. */
  function endOf(signal: AbortSignal, released?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, VOICE.longest)
      endOfSpeech = resolve
      released?.addEventListener('abort', () => resolve(), { once: true })
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    })
  }

  return {
    state,
    level,
    /** Records for as long as the press lasts; one that is too short shows the hint. */
    async hold({ since, released }: Press): Promise<void> {
      const signal = reset(REST)
      await longEnough(since, released)
      if (signal.aborted) return
      if (released.aborted) showHint()
      else await listen(released)
    },
    /** Records until `finish`. */
    start: () => listen(),
    finish: () => endOfSpeech(),
    /** Ends whatever goes on, and forgets it. */
    cancel: () => void reset(REST),
    /** Shows a link to what the browser did not let open. */
    offer: (url: string, text: string) => void reset({ status: 'blocked', url, text }),
    /** The address of what was typed. Throws VoiceFailure or CallError. */
    find: (text: string) => find(text, new AbortController().signal),
  }
}

/** Throws VoiceFailure 'unknown', and CallError. */
async function find(text: string, signal: AbortSignal): Promise<string> {
  const { url } = await call(voice.lookUp, { vocabulary: text }, { signal })
  if (url === null) throw new VoiceFailure('unknown')
  return url
}

async function recordForService(
  signal: AbortSignal,
  service: SpeechService,
  onHeard: (text: string) => void,
  onLevel: (level: number) => void,
): Promise<Recogniser> {
  const recogniser = recogniseByService(signal, service, onHeard)
  const { lost } = await openMicrophone(signal, (frame) => {
    recogniser.send(frame)
    onLevel(loudnessOf(frame))
  })
  const result = Promise.race([recogniser.result, lost])
  // It may fail before it is waited for.
  result.catch(() => {})
  return { ...recogniser, result }
}

/** From 0 for silence to 1 for a voice close to the microphone, as the ear has it. */
function loudnessOf(frame: Int16Array): number {
  const power = frame.reduce((sum, sample) => sum + (sample / 0x7fff) ** 2, 0) / frame.length
  const decibels = 10 * Math.log10(power + 1e-9)
  return Math.max(0, Math.min(1, (decibels + 60) / 50))
}

/** Resolves when a press has lasted long enough, or is over. */
function longEnough(since: number, released: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (released.aborted) return resolve()
    const timer = setTimeout(resolve, Math.max(0, since + VOICE.longPress - performance.now()))
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    released.addEventListener('abort', end, { once: true })
  })
}
