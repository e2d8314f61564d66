import { useEffect, useRef, useState, type ChangeEvent } from 'react'

/** Milliseconds after the last key before the search. */
const TYPING_PAUSE = 250

/**
 * The properties of a search field: `onSearch` gets the text after a pause. While an input method composes it waits, because the letters before the choice are
 * not what is meant. Another `value` from outside replaces the text.
 */
export function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const [from, setFrom] = useState(value)
  const [sent, setSent] = useState(value)
  const composing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (from !== value) {
    setFrom(value)
    // What is being typed is newer than what was searched for.
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const wait = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (composing.current) return
      setSent(typed.trim())
      onSearch(typed.trim())
    }, TYPING_PAUSE)
  }

  return {
    value: text,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      setText(event.currentTarget.value)
      wait(event.currentTarget.value)
    },
    onCompositionStart() {
      composing.current = true
    },
    onCompositionEnd(event: { currentTarget: HTMLInputElement }) {
      composing.current = false
      wait(event.currentTarget.value)
    },
  }
}
