import { useRef, useState, useEffect, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { login, PIN_LENGTH } from '../../../../contract/endpoints/faces/face.ts'
import { CallError } from '../../core/api/call-error.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AsksFirst, type FaceAsks } from './AsksFirst.tsx'
import { WatchFace } from './camera/WatchFace.tsx'
import { describeFaceFailure } from './describe-face-failure.ts'

interface Given {
  shared: boolean
  onSignedIn: (answer: ResponseOf<typeof login>) => Promise<void>
}

/** Signs in by face: first the PIN where the unit asks for one, because a photo is valid for one answer; then the camera. */
export function SignInByFace(given: Given) {
  return <AsksFirst>{(asks) => <Steps {...given} asks={asks} />}</AsksFirst>
}

function Steps({ shared, onSignedIn, asks }: Given & { asks: FaceAsks }) {
  const [pin, setPin] = useState('')
  const [wrongPin, setWrongPin] = useState('')
  if (asks.pin && pin === '') return <PinStep problem={wrongPin} onPin={setPin} />
  return (
    <WatchFace
      headTurn={asks.headTurn}
      submit={async (proof) => {
        try {
          const more = { ...(pin !== '' && { pin }), ...(shared && { shared: true }), withStart: true }
          await onSignedIn(await call(login, { ...proof, ...more }))
        } catch (error) {
          if (error instanceof CallError && error.code === 'face.pin_wrong') {
            setWrongPin(describeFaceFailure(error))
            setPin('')
          }
          throw error
        }
      }}
    />
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
    <form className="face-pin" onSubmit={send}>
      <p>{t('pinHint')}</p>
      <TextField
        label={t('pin')}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={PIN_LENGTH.most}
        value={pin}
        error={problem}
        input={input}
        onChange={({ currentTarget }) => setPin(currentTarget.value)}
      />
      <Button kind="primary" type="submit" disabled={!isLong}>
        {t('pinNext')}
      </Button>
    </form>
  )
}
