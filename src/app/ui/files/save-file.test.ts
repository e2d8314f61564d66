import { resolveObjectURL } from 'node:buffer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveFile } from './save-file.ts'

let clicked: { href: string; download: string }[]

beforeEach(() => {
  clicked = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', {
    createElement: () => ({
      href: '',
      download: '',
      click() {
        clicked.push({ href: this.href, download: this.download })
      },
    }),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('saves bytes under their name, which a browser can still read after the press was handled', async () => {
  saveFile(new Blob(['codes']), 'codes.txt')
  expect(clicked).toEqual([{ href: expect.stringMatching(/^blob:/), download: 'codes.txt' }])
  vi.advanceTimersByTime(10_000)
  expect(await resolveObjectURL(clicked[0]?.href ?? '')?.text()).toBe('codes')
})

it('lets go of the bytes in the end', () => {
  saveFile(new Blob(['codes']), 'codes.txt')
  vi.runAllTimers()
  expect(resolveObjectURL(clicked[0]?.href ?? '')).toBeUndefined()
})
