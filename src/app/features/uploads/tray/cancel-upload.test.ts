import { beforeEach, expect, it, vi } from 'vitest'
import type { UploadItem } from '../../../platform/upload.ts'
import { notices } from '../../../core/notices/notices.ts'
import { abortUploads, restoreUploads } from '../upload-service.ts'
import { cancelUpload } from './cancel-upload.ts'
import type { UploadTranslate } from './upload-texts.ts'

vi.mock(import('../upload-service.ts'), async (load) => ({
  ...(await load()),
  abortUploads: vi.fn<typeof abortUploads>(),
  restoreUploads: vi.fn<typeof restoreUploads>(),
}))

const item = (id: string): UploadItem => ({
  id,
  kind: 'file',
  name: `${id}.md`,
  size: 1,
  folderId: null,
  path: [],
  kept: true,
  state: { phase: 'waiting' },
})
// oxlint-disable-next-line no-unsafe-type-assertion -- i18next's own function has dozens of forms
const t = ((key: string, values?: { count?: number; name?: string }) =>
  `${key} ${values?.count ?? values?.name ?? ''}`) as UploadTranslate
const shown = () => notices.list.map(({ text, duration }) => ({ text, duration }))

beforeEach(() => {
  vi.useFakeTimers()
  // Nothing of the test before is recent.
  vi.advanceTimersByTime(60_000)
  vi.mocked(restoreUploads).mockClear()
  notices.list = []
})

it('says in one notice what was cancelled within a moment, and brings all of it back', () => {
  cancelUpload(item('a'), t)
  vi.advanceTimersByTime(2000)
  cancelUpload(item('b'), t)
  expect(vi.mocked(abortUploads).mock.calls.slice(-2)).toEqual([[['a']], [['b']]])
  // No longer than the first of them can be brought back.
  expect(shown()).toEqual([{ text: 'cancelledMany 2', duration: 13_000 }])
  notices.list[0]?.action?.run()
  expect(restoreUploads).toHaveBeenCalledExactlyOnceWith(['a', 'b'])
})

it('begins another notice later, and after what was brought back', () => {
  cancelUpload(item('a'), t)
  vi.advanceTimersByTime(6000)
  cancelUpload(item('b'), t)
  expect(shown().map(({ text }) => text)).toEqual(['cancelled a.md', 'cancelled b.md'])
  notices.list[1]?.action?.run()
  cancelUpload(item('c'), t)
  expect(shown().at(-1)).toEqual({ text: 'cancelled c.md', duration: 15_000 })
})
