import Backspace from '@phosphor-icons/core/regular/backspace.svg?react'
import { useRef, useState, type FormEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CARD_LENGTH } from '../../../../contract/rules/attendance/card-number.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useCardReader } from './use-card-reader.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Characters of the field: more than a number has, because a number that was cut off may be another person's. */
const TYPED_MAX = 64

/** Takes a card number or a personal code as it was typed, pressed on the screen, or read by a reader, which types wherever the focus is. */
export function CodePad({ onTyping, onCode }: { onTyping: () => void; onCode: (code: string) => void }) {
  const { t } = useTranslation('station')
  const [typed, show] = useState('')
  const setTyped = (next: string) => {
    show(next)
    onTyping()
  }
  const input = useRef<HTMLInputElement>(null)
  const isLong = typed.length >= CARD_LENGTH.least
  const add = (digit: string) => setTyped(typed + digit)
  useCardReader((read) => {
    setTyped('')
    onCode(read)
  })
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
        {/* The on-screen keyboard stays hidden. */}
        <input
          ref={input}
          id="station-code"
          className="k-field__input"
          value={typed}
          inputMode="none"
          autoComplete="off"
          maxLength={TYPED_MAX}
          aria-describedby="station-code-hint"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <IconButton
          label={t('code.backspace')}
          svg={Backspace}
          {...keyProps}
          disabled={typed === ''}
          onClick={() => setTyped(typed.slice(0, -1))}
        />
      </div>
      <div className="station-pad__keys">
        {DIGITS.map((digit) => (
          <button key={digit} {...keyProps} onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <button {...keyProps} onClick={() => setTyped('')} disabled={typed === ''}>
          {t('code.clear')}
        </button>
        <button {...keyProps} onClick={() => add('0')}>
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

/** Of a key of the pad. */
const keyProps = {
  type: 'button',
  /** A press leaves the focus where it is. */
  onMouseDown(event: MouseEvent) {
    event.preventDefault()
  },
  /** Enter sends what was typed: that of a slow reader would press the key once more. */
  onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  },
} as const
