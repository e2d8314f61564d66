import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PIN_LENGTH } from '../../../../contract/endpoints/face.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

/** Asks for the PIN that confirms a face. */
export function PinStep({ problem, onPin }: { problem: string; onPin: (pin: string) => void }) {
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
