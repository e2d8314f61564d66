import { useRef, useState, useEffect, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { PIN_LENGTH } from '../../../../contract/endpoints/faces/face.ts'
import { CallError } from '../../core/api/call-error.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AsksFirst } from './AsksFirst.tsx'
import { WatchFace } from './camera/WatchFace.tsx'
import { failureText } from '../../core/notices/failure-text.ts'

/** Signs in by face: first the PIN where the unit asks for one, because a photo is valid for one answer; then the camera. */
export function SignInByFace({
  shared,
  onSignedIn,
}: {
  shared: boolean
  onSignedIn: (answer: ResponseOf<typeof face.login>) => Promise<void>
}) {
  const [pin, setPin] = useState('')
  const [wrongPin, setWrongPin] = useState('')
  const signIn = async (proof: RequestOf<typeof face.clockIn>) => {
    try {
      const more = { ...(pin !== '' && { pin }), ...(shared && { shared: true }), withStart: true }
      await onSignedIn(await call(face.login, { ...proof, ...more, noIntercept: true }))
    } catch (error) {
      if (error instanceof CallError && error.code === 'face.pin_wrong') {
        setWrongPin(failureText(error))
        setPin('')
      }
      throw error
    }
  }
  return (
    <AsksFirst>
      {(asks) =>
        asks.pin && pin === '' ? (
          <PinStep problem={wrongPin} onPin={setPin} />
        ) : (
          <WatchFace headTurn={asks.headTurn} submit={signIn} />
        )
      }
    </AsksFirst>
  )
}

/** Asks for the PIN that confirms a face. */
function PinStep({ problem, onPin }: { problem: string; onPin: (pin: string) => void }) {
  const { t } = useTranslation('face')
  const [pin, setPin] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const isLong = pin.trim().length >= PIN_LENGTH.least
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isLong) onPin(pin.trim())
  }
  return (
    <form className="k-stack" onSubmit={send}>
      <p>{t('pinHint')}</p>
      <TextField
        label={t('pinCard.title')}
        type="password"
        inputMode="numeric"
        maxLength={PIN_LENGTH.most}
        value={pin}
        error={problem}
        ref={input}
        onChange={({ currentTarget }) => setPin(currentTarget.value)}
      />
      <Button kind="primary" type="submit" disabled={!isLong}>
        {t('pinNext')}
      </Button>
    </form>
  )
}
