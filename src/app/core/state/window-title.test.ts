import { beforeEach, expect, it, vi } from 'vitest'
import { setApplicationTitle, setTitlePrefix, setWindowTitle } from './window-title.ts'

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

it('keeps what the application calls itself when the frame titles the page in another language', () => {
  setTitlePrefix('')
  setWindowTitle('河畔实验学校')
  setApplicationTitle('文件')
  setWindowTitle('Riverside School')
  expect(document.title).toBe('文件')
  setApplicationTitle('Files')
  expect(document.title).toBe('Files')
  setApplicationTitle(null)
  expect(document.title).toBe('Riverside School')
})
