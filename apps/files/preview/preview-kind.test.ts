import { describe, expect, it } from 'vitest'
import { downloadTypeOf } from '../../../server/blobs/content-kind.ts'
import { decodeText, previewKind } from './preview-kind.ts'

describe('previewKind', () => {
  it.each([
    ['IMG_1.JPG', 'picture'],
    ['song.mp3', 'sound'],
    ['clip.mp4', 'video'],
    ['notes.md', 'text'],
    ['page.html', 'text'],
    ['plan.pdf', 'pdf'],
    ['drawing.svg', 'none'],
    ['plan.docx', 'none'],
    ['Makefile', 'none'],
  ])('of %s is %s', (name, kind) => {
    expect(previewKind(name)).toBe(kind)
  })

  it.each(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'mp3', 'wav', 'm4a', 'ogg', 'flac', 'mp4', 'webm', 'mov'])(
    'shows .%s, which the server sends with its type',
    (extension) => {
      expect(downloadTypeOf(`a.${extension}`)).toMatch(/^(image|audio|video)\//)
    },
  )
})

describe('decodeText', () => {
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

  it('reads UTF-8, UTF-16 and GB 18030', () => {
    expect(decodeText(new TextEncoder().encode('课文'), false)).toBe('课文')
    expect(decodeText(bytes('fffe fe8b 8765'.replaceAll(' ', '')), false)).toBe('课文')
    expect(decodeText(bytes('bfcecec4'), false)).toBe('课文')
  })

  it('reads what is cut within a character', () => {
    expect(decodeText(new TextEncoder().encode('课文').slice(0, 5), true)).toBe('课')
  })
})
