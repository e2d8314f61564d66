import './voice.css'
import Microphone from '@phosphor-icons/core/regular/microphone.svg?react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { VOCABULARY_LENGTH } from '../../../../contract/endpoints/voice.ts'
import { VOICE } from '../../../../contract/limits.ts'
import { filled } from '../../../../contract/fields.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { language } from '../../core/language/language.ts'
import { failureText } from '../../core/notices/failure-text.ts'
import { notify } from '../../core/notices/notices.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import chinese from '../../locales/zh-CN/voice.json'
import { MicrophoneFailure } from '../../platform/microphone.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { useRegainedFocus } from '../../ui/use-regained-focus.ts'
import { createVoice, type Voice, type VoiceState } from './create-voice.ts'
import { openingPress } from './press.ts'
import { PressButton } from './PressButton.tsx'
import { VoiceFailure } from './voice-failure.ts'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'voice', chinese)

/** Opens an address of the portal or of another site. Returns false where the browser kept the new window from opening. */
export type OpenAddress = (url: string) => boolean

/**
 * The voice assistant: records while its button is held, or between two presses of the other one, and opens what was said; or what was typed. The press that
 * opened it goes on.
 */
export default function VoiceDialog({ onOpen, onClose }: { onOpen: OpenAddress; onClose: () => void }) {
  const { t } = useTranslation('voice')
  const [voice] = useState(() =>
    createVoice(
      () => language.current,
      (url, text) => {
        const isOpen = onOpen(url)
        if (isOpen) {
          notify('success', t('opened', { text }))
          onClose()
        }
        return isOpen
      },
    ),
  )
  const state = useObservable(voice.state)

  useEffect(() => {
    const press = openingPress.current
    if (press) void voice.hold(press)
    return () => voice.cancel()
  }, [voice])

  return (
    <Dialog title={t('title')} width={NARROW_DIALOG} backdrop onClose={onClose}>
      <div className="voice">
        <HoldButton voice={voice} state={state} />
        <Told state={state} />
        <TapButton voice={voice} state={state} />
      </div>
      <TypedForm voice={voice} onOpen={onOpen} onClose={onClose} />
    </Dialog>
  )
}

/** The large button, with a ring that empties with the time left and a halo as large as the voice is loud. */
function HoldButton({ voice, state }: { voice: Voice; state: VoiceState }) {
  const { t } = useTranslation('voice')
  const area = useRef<HTMLDivElement>(null)
  const until = state.status === 'recording' ? state.until : null
  const left = useTimeLeft(until)

  useEffect(
    () => voice.level.subscribe(() => area.current?.style.setProperty('--voice-level', String(voice.level.current))),
    [voice],
  )

  const isTapped = state.status === 'recording' && !state.held
  return (
    <div className="voice__button" data-status={state.status} ref={area}>
      <span className="voice__halo" aria-hidden="true" />
      <PressButton
        className="voice__hold"
        aria-label={t(isTapped ? 'finish' : state.status === 'recording' ? 'release' : 'hold')}
        onPress={(press) => {
          if (isTapped) voice.finish()
          else if (press) void voice.hold(press)
          else void voice.start()
        }}
      >
        <Icon svg={Microphone} size={40} />
        {left !== null && (
          <span className="voice__left" aria-hidden="true">
            {Math.ceil(left / 1000)}
          </span>
        )}
      </PressButton>
      <svg className="voice__ring" viewBox="0 0 112 112" aria-hidden="true">
        <circle className="voice__track" cx="56" cy="56" r="53" />
        {left !== null && (
          <circle
            className="voice__time"
            cx="56"
            cy="56"
            r="53"
            pathLength={1}
            strokeDashoffset={1 - left / VOICE.longest}
          />
        )}
      </svg>
      <p className="visually-hidden" role="timer">
        {left !== null && t('secondsLeft', { count: Math.ceil(left / 1000) })}
      </p>
    </div>
  )
}

/** Milliseconds until a moment on the page's clock, several times a second; null without one. */
function useTimeLeft(until: number | null): number | null {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (until === null) return undefined
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? null : Math.min(VOICE.longest, Math.max(0, until - now))
}

/** What goes on, and what was understood so far. */
function Told({ state }: { state: VoiceState }) {
  const { t } = useTranslation('voice')
  const heard = heardIn(state)
  return (
    <>
      <p className="voice__heard">{heard !== '' && t('heard', { text: heard })}</p>
      <p className="voice__told" role="status" data-status={state.status}>
        {toldOf(state, t)}
      </p>
      {state.status === 'blocked' && (
        <a className="voice__link" href={state.url} target="_blank" rel="noopener noreferrer">
          {t('link', { address: new URL(state.url).host })}
        </a>
      )}
    </>
  )
}

function heardIn(state: VoiceState): string {
  if ('heard' in state) return state.heard
  return 'text' in state ? (state.text ?? '') : ''
}

function toldOf(state: VoiceState, t: ReturnType<typeof useTranslation<'voice'>>['t']): string {
  if (state.status === 'starting') return t(state.needs)
  return state.status === 'failed' ? describe(state.error, t) : t(state.status)
}

function describe(error: unknown, t: ReturnType<typeof useTranslation<'voice'>>['t']): string {
  if (error instanceof VoiceFailure) return t(`problems.${error.problem}`)
  if (error instanceof MicrophoneFailure) return t(`noMicrophone.${error.problem}`)
  return failureText(error)
}

/** For whom holding is hard: a press begins, the next one ends. */
function TapButton({ voice, state }: { voice: Voice; state: VoiceState }) {
  const { t } = useTranslation('voice')
  const { t: common } = useTranslation('common')
  switch (state.status) {
    case 'starting':
    case 'recognising':
    case 'searching':
      return <Button onClick={voice.cancel}>{common('cancel')}</Button>
    case 'recording':
      return <Button onClick={voice.finish}>{t('finish')}</Button>
    default:
      return <Button onClick={() => void voice.start()}>{t('start')}</Button>
  }
}

const typed = z.object({ vocabulary: filled(VOCABULARY_LENGTH) })

function TypedForm({ voice, onOpen, onClose }: { voice: Voice; onOpen: OpenAddress; onClose: () => void }) {
  const { t } = useTranslation('voice')
  const form = useForm({
    schema: typed,
    values: { vocabulary: '' },
    describe: (error) => describe(error, t),
    failureAt: 'vocabulary',
    submit: async ({ vocabulary }) => {
      voice.cancel()
      const url = await voice.find(vocabulary)
      if (!onOpen(url)) return voice.offer(url, vocabulary)
      onClose()
    },
  })
  const find = useRegainedFocus(form.busy)
  return (
    <form className="voice__typed" {...form.props}>
      <TextField
        label={t('type')}
        placeholder={t('typeExample')}
        maxLength={VOCABULARY_LENGTH}
        enterKeyHint="search"
        {...form.field('vocabulary')}
      />
      <Button ref={find} type="submit" busy={form.busy}>
        {t('find')}
      </Button>
      <FormFailure failure={form.failure} />
    </form>
  )
}
