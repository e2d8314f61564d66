import { expect, it } from 'vitest'
import { headerLayout, titleSize } from './header-layout.ts'

const nine = Array.from({ length: 9 }, () => 1)

it('is a phone’s up to 640 pixels', () => {
  expect([320, 390, 640].map((width) => headerLayout(width, nine).form)).toEqual(['phone', 'phone', 'phone'])
  expect(headerLayout(641, nine).form).toBe('bar')
})

it('has room for every tool from 820 pixels on', () => {
  for (const width of [820, 1024, 1025, 1280, 1440, 1920, 2560]) expect(headerLayout(width, nine).tools).toBe(9)
})

it('keeps the last place for the others when not all fit', () => {
  expect(headerLayout(700, [...nine, 1]).tools).toBe(6)
  // A wide one takes the room of three.
  expect(headerLayout(700, [1, 1, 3, 1, 1, 1, 1, 1, 1]).tools).toBe(4)
})

it('has a menu on wide windows only, which grows with them', () => {
  const menus = [700, 1024, 1025, 1280, 1440, 1920].map((width) => headerLayout(width, nine).menu)
  expect(menus.slice(0, 2)).toEqual([0, 0])
  expect(menus.slice(2)).toEqual(menus.slice(2).toSorted((a, b) => a - b))
  expect(menus[4]).toBeGreaterThanOrEqual(604)
})

it('greets where there is room', () => {
  expect([1024, 1199, 1200, 1920].map((width) => headerLayout(width, nine).welcome)).toEqual([false, false, true, true])
})

it('never promises more than the window has', () => {
  for (let width = 641; width <= 2600; width += 7) {
    const { tools, menu, welcome } = headerLayout(width, [...nine, 1, 1])
    const place = width > 1024 ? 40 : 48
    const more = tools < 11 ? place : 0
    const apps = menu === 0 ? place : menu
    expect(32 + 150 + place * (tools + 1) + more + apps + (welcome ? 116 : 0)).toBeLessThanOrEqual(width)
  }
})

it('is 26, 22 or 18 px by the widths 1920 and 1366', () => {
  expect([2560, 1920, 1919, 1366, 1365, 390].map(titleSize)).toEqual([26, 26, 22, 22, 18, 18])
})
