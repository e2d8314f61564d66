import { CARD_LENGTH } from '../../../../contract/rules/attendance/card-number.ts'

/** Milliseconds a key, on average, that a reader takes at most. Readers take 1 to 20, and people who type fast 80. */
const READER_PACE = 30
/** Milliseconds after which a key begins another input. */
const PAUSE = 100
/** The fewest characters of a reader's input. One fewer than a number has: an incomplete number is refused, not appended to what was typed. */
const LEAST = CARD_LENGTH.least - 1

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'repeat' | 'timeStamp'>

/**
 * Finds what a card reader types, which ends with Enter or Tab, among the keys that are pressed. `onBegin` is called before the first character of an
 * input, a reader's or a person's.
 */
export function createReaderKeys(onBegin?: () => void) {
  let read = ''
  let since = 0
  let last = 0

  return {
    /** What a reader has typed, when this key ends it; else null. `timeStamp` in milliseconds. */
    press(event: Key): string | null {
      const { repeat, timeStamp } = event
      const key = keyOf(event)
      // A reader presses Shift for capital letters.
      if (key === 'Shift') return null
      const before = timeStamp - last > PAUSE ? '' : read
      last = timeStamp
      read = ''
      if ([...key].length > 1) {
        const isEnd = key === 'Enter' || key === 'Tab'
        return isEnd && before.length >= LEAST && timeStamp - since <= before.length * READER_PACE ? before : null
      }
      // A key that is held down repeats as fast as a reader types.
      if (repeat) return null
      if (before === '') {
        since = timeStamp
        onBegin?.()
      }
      read = before + key
      return null
    },
  }
}

/** The key pressed; taken from `code` while an input method reports 'Process' in place of the character. */
function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key !== 'Process') return key
  return /^(?:Digit|Numpad|Key)([\dA-Z])$/.exec(code)?.[1] ?? (code === 'NumpadEnter' ? 'Enter' : code)
}
