import { expect, it } from 'vitest'
import { isForOthers } from './is-for-others.ts'

const press = (type: string, more: object = {}): Event => Object.assign(new Event(type), more)

it('takes keys for what they are where there is no TouchEvent, as in Firefox on computers', () => {
  expect('TouchEvent' in globalThis).toBe(false)
  expect(isForOthers(press('keydown'))).toBe(false)
  // Which keys lift an icon is for the sensor to say.
  expect(isForOthers(press('keydown', { shiftKey: true }))).toBe(false)
})

it('leaves other buttons, clicks with modifiers and second fingers alone', () => {
  expect(isForOthers(press('mousedown', { button: 0 }))).toBe(false)
  expect(isForOthers(press('mousedown', { button: 2 }))).toBe(true)
  for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey'])
    expect(isForOthers(press('mousedown', { button: 0, [modifier]: true }))).toBe(true)
  expect(isForOthers(press('touchstart', { touches: [{}] }))).toBe(false)
  expect(isForOthers(press('touchstart', { touches: [{}, {}] }))).toBe(true)
})
