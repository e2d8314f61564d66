import { beforeEach, expect, it, vi } from 'vitest'
import { setTitlePrefix, setWindowTitle } from './window-title.ts'

beforeEach(() => {
  vi.stubGlobal('document', { title: 'Riverside' })
})

it('keeps how far uploads are before whatever the window shows', () => {
  setWindowTitle('Desktop')
  setTitlePrefix('(42%) ')
  expect(document.title).toBe('(42%) Desktop')
  setWindowTitle('Settings')
  expect(document.title).toBe('(42%) Settings')
  setTitlePrefix('(43%) ')
  expect(document.title).toBe('(43%) Settings')
  setTitlePrefix('')
  expect(document.title).toBe('Settings')
})

it('takes up a title that a page has set itself', () => {
  setTitlePrefix('(1%) ')
  expect(document.title).toBe('(1%) Riverside')
  document.title = 'Link accounts'
  setTitlePrefix('(2%) ')
  expect(document.title).toBe('(2%) Link accounts')
})
