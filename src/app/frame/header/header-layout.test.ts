import { expect, it } from 'vitest'
import { headerLayout, headerWidth, titleSize } from './header-layout.ts'

/** The voice assistant, messages, to-dos, the desktop, and a parent's child. */
const most = [1, 1, 1, 1, 3]

it('is a phone’s up to 640 pixels', () => {
  expect([320, 390, 640].map((width) => headerLayout(width, most).form)).toEqual(['phone', 'phone', 'phone'])
  expect(headerLayout(641, most).form).toBe('bar')
})

it('has a menu on wide windows only, which grows with them', () => {
  const menus = [700, 1024, 1025, 1280, 1440, 1920].map((width) => headerLayout(width, most).menu)
  expect(menus.slice(0, 2)).toEqual([0, 0])
  for (const menu of menus.slice(2)) expect(menu).toBeGreaterThan(264)
  expect(menus[4]).toBeGreaterThanOrEqual(400)
})

it('greets where there is room', () => {
  expect([1024, 1219, 1220, 1920].map((width) => headerLayout(width, most).welcome)).toEqual([false, false, true, true])
})

it('never promises more than the window has', () => {
  for (let width = 641; width <= 2600; width += 7) {
    const { menu, welcome } = headerLayout(width, most)
    const place = width > 1024 ? 40 : 48
    const search = width >= 1200 ? 200 : place
    // Up to 1024 pixels the child has a picture and no name.
    const tools = width > 1024 ? 7 : 5
    expect(32 + 150 + place * (tools + 1) + search + menu + (welcome ? 140 : 0)).toBeLessThanOrEqual(width)
  }
})

it('is 26, 22 or 18 px by the widths 1920 and 1366', () => {
  expect([2560, 1920, 1919, 1366, 1365, 390].map(titleSize)).toEqual([26, 26, 22, 22, 18, 18])
})

it('counts with a narrower window for larger text, and never makes a phone of a wide one', () => {
  expect([390, 640, 641, 1280, 1440].map((width) => headerWidth(width, 1))).toEqual([390, 640, 641, 1280, 1440])
  expect([390, 640, 641, 1280, 1440].map((width) => headerWidth(width, 2))).toEqual([390, 640, 641, 641, 720])
  expect(headerLayout(headerWidth(1280, 2), most).form).toBe('bar')
})
