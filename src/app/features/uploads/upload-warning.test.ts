import { expect, it } from 'vitest'
import { failureOfCode, warningOf } from './upload-warning.ts'

it('words a failure as status and message in each language', () => {
  const failure = failureOfCode('chunkmerge', 'storage.chunk_count')
  expect(warningOf('zh-CN', failure)).toBe('400：分片数量不正常')
  expect(warningOf('en', failure)).toBe('400：The number of chunks is not right')
})

it('says Not find file as the specification does', () => {
  expect(warningOf('en', failureOfCode('checkerror', 'storage.file_missing'))).toContain('Not find file')
})
