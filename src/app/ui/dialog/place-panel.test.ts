import { expect, it } from 'vitest'
import { placePanel } from './place-panel.ts'

const WINDOW = { width: 800, height: 600 }
const PANEL = { width: 280, height: 300 }
const opener = (left: number, top: number) => ({ left, top, width: 100, height: 40 })

it('lies below what opened it', () => {
  expect(placePanel(WINDOW, opener(50, 100), PANEL)).toEqual({ left: 50, top: 146 })
})

it('lies above where there is more room', () => {
  expect(placePanel(WINDOW, opener(50, 500), PANEL)).toEqual({ left: 50, top: 194 })
})

it('never leaves the window', () => {
  expect(placePanel(WINDOW, opener(760, 280), PANEL)).toEqual({ left: 512, top: 292 })
  expect(placePanel({ width: 320, height: 256 }, opener(-20, 100), PANEL)).toEqual({ left: 8, top: 8 })
})

it('lies with its middle or its end below what opened it', () => {
  expect(placePanel(WINDOW, opener(300, 100), PANEL, 'middle')).toEqual({ left: 210, top: 146 })
  expect(placePanel(WINDOW, opener(300, 100), PANEL, 'end')).toEqual({ left: 120, top: 146 })
})
