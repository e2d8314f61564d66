import { expect, it } from 'vitest'
import { downloadTypeOf, mediaTypeOf } from './media-type.ts'

it('names the type of what schools store, and plain bytes for the rest', () => {
  expect(mediaTypeOf('照片.JPG')).toBe('image/jpeg')
  expect(mediaTypeOf('plan.docx')).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
  expect(mediaTypeOf('a.constructor')).toBe('application/octet-stream')
  expect(mediaTypeOf('README')).toBe('application/octet-stream')
})

it('sends with its own type only what a browser runs nothing of', () => {
  expect(downloadTypeOf('a.png')).toBe('image/png')
  expect(downloadTypeOf('a.pdf')).toBe('application/pdf')
  expect(downloadTypeOf('a.svg')).toBe('application/octet-stream')
  expect(downloadTypeOf('a.htm')).toBe('application/octet-stream')
  expect(downloadTypeOf('a.xml')).toBe('application/octet-stream')
})
