import { expect, it } from 'vitest'
import { nameEntries } from './hand-in-zip.ts'

it('names what pupils handed in so that every system can unpack it', () => {
  const of = (name: string) => ({ className: 'aux', number: '20260101', student: '王小明', name })
  const long = '作'.repeat(100)
  const paths = nameEntries([of('a.pdf'), of('A.PDF'), of(`${long}.docx`), of(`${long}文.docx`)]).map(
    ({ path }) => path,
  )
  expect(paths).toEqual([
    '_aux/20260101_王小明_a.pdf',
    '_aux/20260101_王小明_A (2).PDF',
    `_aux/20260101_王小明_${'作'.repeat(77)}.docx`,
    `_aux/20260101_王小明_${'作'.repeat(75)} (2).docx`,
  ])
  for (const path of paths) expect(Buffer.byteLength(path.slice('_aux/'.length))).toBeLessThanOrEqual(255)
})
