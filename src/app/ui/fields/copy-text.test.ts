import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

it('says whether a text was copied, also where a page has no clipboard', async () => {
  const writeText = vi.fn<() => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('河畔')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('河畔')
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => Promise.reject(new Error('refused')) } })
  expect(await copyText('河畔')).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await copyText('河畔')).toBe(false)
})

it('is the only place that writes to the clipboard', () => {
  const files = ['src', 'apps'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.name.includes('.test.'))
      .map((file) => `${file.parentPath}/${file.name}`),
  )
  expect(files.filter((file) => /navigator\.clipboard|execCommand/.test(readFileSync(file, 'utf8')))).toEqual([
    'src/app/ui/fields/copy-text.ts',
  ])
})
