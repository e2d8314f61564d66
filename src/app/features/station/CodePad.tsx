import Backspace from '@phosphor-icons/core/regular/backspace.svg?react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CARD_LENGTH } from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { Button, IconButton } from '../../ui/Button.tsx'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Takes a card number or a personal code: typed, pressed on the screen, or from a reader, which types and ends with Enter. */
export function CodePad({ onTyping, onCode }: { onTyping: () => void; onCode: (code: string) => void }) {
  const { t } = useTranslation('station')
  const [typed, show] = useState('')
  const setTyped = (next: string) => {
    show(next)
    onTyping()
  }
  const input = useRef<HTMLInputElement>(null)
  const isLong = typed.length >= CARD_LENGTH.least
  const add = (digit: string) => setTyped((typed + digit).slice(0, CARD_LENGTH.most))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isLong) return
    show('')
    onCode(typed)
    input.current?.focus()
  }
  return (
    <form className="station-pad" onSubmit={send}>
      <label htmlFor="station-code">{t('code.label')}</label>
      <div className="station-pad__line">
        {/* A reader types into the focused field. The on-screen keyboard stays hidden. */}
        <input
          ref={input}
          id="station-code"
          className="k-field__input"
          value={typed}
          inputMode="none"
          autoComplete="off"
          aria-describedby="station-code-hint"
          onChange={({ currentTarget }) =>
            setTyped(currentTarget.value.replaceAll(/\D/g, '').slice(0, CARD_LENGTH.most))
          }
        />
        <IconButton
          label={t('code.backspace')}
          svg={Backspace}
          disabled={typed === ''}
          onClick={() => setTyped(typed.slice(0, -1))}
        />
      </div>
      <div className="station-pad__keys">
        {DIGITS.map((digit) => (
          <button key={digit} type="button" onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" onClick={() => setTyped('')} disabled={typed === ''}>
          {t('code.clear')}
        </button>
        <button type="button" onClick={() => add('0')}>
          0
        </button>
        <Button kind="primary" type="submit" disabled={!isLong}>
          {t('code.send')}
        </Button>
      </div>
      <p id="station-code-hint" className="k-soft">
        {t('code.hint')}
      </p>
    </form>
  )
}
