import './pick-field.css'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { RetryButton } from '../feedback/RetryButton.tsx'
import { lateCode, tellMissing } from '../late-part.tsx'
import { useFieldTexts } from '../fields/use-field-texts.ts'
import { Chip } from './Chip.tsx'
import type { PickOption } from './pick-option.ts'
import { SEARCH_LENGTH, type PickSearchProps, type Selection } from './pick-search-props.ts'
import { usePickSearch, type PickStatus } from './use-pick-search.ts'

const usePickSearchCode = lateCode(() => import('./PickSearch.tsx'))

/**
 * The list with its keys is loaded when a field is first shown; until then a plain input takes focus and text in its place. That stays while an input method composes in it:
 * what is composed would be lost with the input.
 */
function PickInput({ composing, ...props }: PickSearchProps & { composing: boolean }) {
  const loaded = usePickSearchCode(tellMissing)
  const [PickSearch, setPickSearch] = useState(() => loaded)
  if (PickSearch !== loaded && !composing) setPickSearch(() => loaded)
  return PickSearch ? <PickSearch {...props} /> : <WaitingInput {...props} />
}

function WaitingInput({
  id,
  labelledBy,
  describedBy,
  placeholder,
  text,
  onText,
  onComposing,
  onLeave,
}: PickSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const leave = useEffectEvent((left: HTMLInputElement) => {
    const { selectionStart, selectionEnd, value } = left
    if (left === document.activeElement) onLeave([selectionStart ?? value.length, selectionEnd ?? value.length])
  })
  useLayoutEffect(() => {
    const own = input.current
    return () => {
      if (own) leave(own)
    }
  }, [])
  return (
    <input
      ref={input}
      id={id}
      type="search"
      className="k-field__input"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={SEARCH_LENGTH}
      value={text}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={({ currentTarget }) => {
        // Firefox tells of the text after the end, when the input is gone.
        onText(currentTarget.value)
        onComposing(false)
      }}
      onKeyDown={(event) => {
        // It would send the form around the field.
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}

/**
 * A field that searches and picks: one, or up to `most`. What is found is a list that the arrow keys, Home, End and Enter walk through while the focus
 * stays in the field; Escape empties it. What is chosen stands above as chips. A field that is full shows the chips alone.
 */
export function PickField<T>({
  label,
  labelled = 'above',
  hint,
  error = '',
  name,
  placeholder,
  nothing,
  initialText = '',
  most = 1,
  chosen,
  search,
  show,
  onChange,
}: {
  label: string
  labelled?: 'above' | 'unseen'
  hint?: string
  error?: string | undefined
  /** By which a form finds the field of an error. */
  name?: string
  placeholder?: string
  /** What to say when nothing is found, in place of just that. */
  nothing?: string
  initialText?: string
  most?: number
  chosen: readonly T[]
  /** Finds what a text of at least one character is about. Rejects where that fails, which the field says. */
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  show: (one: T) => PickOption
  onChange: (chosen: T[]) => void
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const selected = useRef<Selection>(null)
  const movesFocus = useRef(false)
  const [text, setText] = useState(initialText)
  const [composing, setComposing] = useState(false)
  const { status, found, failure, retry } = usePickSearch(text, composing, search)
  const isFull = chosen.length >= most
  const chosenIds = new Set(chosen.map((one) => show(one).id))
  const offered = found.filter((one) => !chosenIds.has(show(one).id))

  const change = (changed: T[]) => {
    setText('')
    movesFocus.current = true
    onChange(changed)
  }
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    // The field comes after the chips: it, or the button of the last chip where it is gone.
    const parts = box.current?.querySelectorAll<HTMLElement>('.k-chip button, input')
    ;[...(parts ?? [])].at(-1)?.focus()
  })

  return (
    <div className="k-field" ref={box}>
      <label
        id={`${id}-label`}
        className={labelled === 'unseen' ? 'visually-hidden' : 'k-field__label'}
        htmlFor={isFull ? undefined : `${id}-input`}
      >
        {label}
      </label>
      {chosen.length > 0 && (
        <ul className="k-chips" aria-labelledby={`${id}-label`}>
          {chosen.map((one) => {
            const shown = show(one)
            return (
              <Chip
                key={shown.id}
                name={shown.name}
                onRemove={() => change(chosen.filter((other) => show(other).id !== shown.id))}
              />
            )
          })}
        </ul>
      )}
      {!isFull && (
        <>
          <PickInput
            composing={composing}
            id={`${id}-input`}
            labelledBy={`${id}-label`}
            describedBy={hint === undefined ? `${id}-error` : `${id}-error ${id}-hint`}
            invalid={error !== ''}
            name={name}
            placeholder={placeholder}
            text={text}
            options={offered.map(show)}
            onLeave={(selection) => {
              selected.current = selection
            }}
            claimFocus={() => {
              const claimed = selected.current
              selected.current = null
              return claimed
            }}
            onText={setText}
            onComposing={setComposing}
            onPick={(picked) => {
              const one = offered.find((other) => show(other).id === picked)
              if (one !== undefined) change([...chosen, one])
            }}
          />
          <PickState status={status} count={offered.length} nothing={nothing} failure={failure} onRetry={retry} />
        </>
      )}
      {hint !== undefined && (
        <p className="k-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="k-field__error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}

/** How the search goes; all of it is announced, and a number is for those who do not see the list. */
function PickState({
  status,
  count,
  nothing,
  failure,
  onRetry,
}: {
  status: PickStatus
  count: number
  nothing: string | undefined
  failure: string
  onRetry: () => void
}) {
  const t = useFieldTexts()
  const texts: Record<PickStatus, string> = {
    idle: '',
    failed: '',
    searching: t('pick.searching'),
    offline: t('pick.offline'),
    found: count > 0 ? t('pick.found', { count }) : (nothing ?? t('pick.nothing')),
  }
  return (
    <>
      <p className={status === 'found' && count > 0 ? 'visually-hidden' : 'k-field__hint k-pick__status'} role="status">
        {texts[status]}
      </p>
      {status === 'failed' && (
        <div className="k-pick__failure">
          <p className="k-field__error" role="alert">
            {failure}
          </p>
          <RetryButton kind="plain" onRetry={onRetry} />
        </div>
      )}
    </>
  )
}
