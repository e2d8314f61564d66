import { expect, it } from 'vitest'
import { createReaderKeys } from './reader-keys.ts'

/** Presses keys so many milliseconds apart; gives what was read at each. */
function press(keys: readonly string[], apart: number, more: Partial<KeyboardEvent> = {}) {
  const reader = createReaderKeys()
  return keys.map((key, at) => reader.press({ key, code: '', repeat: false, timeStamp: 1000 + at * apart, ...more }))
}
const card = [...'04A22BC19F80', 'Enter']
const nothing = (count: number) => Array.from({ length: count }, () => null)

it.each([5, 15, 30])('reads what a reader types every %i ms and ends with Enter or Tab', (apart) => {
  expect(press(card, apart)).toEqual([...nothing(12), '04A22BC19F80'])
  expect(press([...'04A22BC19F80', 'Tab'], apart).at(-1)).toBe('04A22BC19F80')
})

it('reads capital letters that a reader types with Shift', () => {
  expect(press(['0', '4', 'Shift', 'A', '2', 'Enter'], 5).at(-1)).toBe('04A2')
})

it('gives what nobody can read as it came, so that it is refused', () => {
  expect(press([...'04-A2', 'Enter'], 5).at(-1)).toBe('04-A2')
  expect(press([...'04A', 'Enter'], 5).at(-1)).toBe('04A')
})

it.each([60, 90, 150])('leaves to the person what is typed every %i ms', (apart) => {
  expect(press(card, apart)).toEqual(nothing(13))
})

it('reads no key that is held down, and nothing that another key interrupts', () => {
  expect(press(card, 5, { repeat: true })).toEqual(nothing(13))
  expect(press([...'0012', 'Backspace', 'Enter'], 5)).toEqual(nothing(6))
})

it('reads no digit that was typed before the card', () => {
  const reader = createReaderKeys()
  const at = (key: string, timeStamp: number) => reader.press({ key, code: '', repeat: false, timeStamp })
  at('9', 1000)
  at('9', 1200)
  const read = card.map((key, index) => at(key, 1400 + index * 5))
  expect(read.at(-1)).toBe('04A22BC19F80')
})

it('reads the keys themselves where an input method holds their characters back', () => {
  const reader = createReaderKeys()
  const codes = ['Digit0', 'Digit4', 'KeyA', 'Numpad2', 'Enter']
  const read = codes.map((code, index) =>
    reader.press({ key: 'Process', code, repeat: false, timeStamp: 1000 + index * 5 }),
  )
  expect(read.at(-1)).toBe('04A2')
})
