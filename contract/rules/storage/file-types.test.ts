import { describe, expect, it } from 'vitest'
import { fileExtension, isAudioVideoType, isBlockedFileType, isImageType } from './file-types.ts'

describe('fileExtension', () => {
  it.each([
    ['report.pdf', 'pdf'],
    ['REPORT.PDF', 'pdf'],
    ['archive.tar.gz', 'gz'],
    ['noextension', ''],
    ['', ''],
    ['.', ''],
    ['...', ''],
    ['.bat', 'bat'],
    ['name.', ''],
    ['a.exe.', 'exe'],
    ['a.exe. . ', 'exe'],
    ['a.exe\t', 'exe'],
    ['a. exe', ' exe'],
    ['期末试卷.DOCX', 'docx'],
    ['🎒.png', 'png'],
    ['folder.d/file', ''],
    ['C:\\folder.d\\file', ''],
    ['folder/a.txt', 'txt'],
  ])('of %j is %j', (name, extension) => {
    expect(fileExtension(name)).toBe(extension)
  })
})

describe('isBlockedFileType', () => {
  const listed = 'exe jar jsp asp dll php aspx bat sh html com cgi class txt jspx'.split(' ')

  it.each(listed)('refuses .%s in any case', (extension) => {
    expect(isBlockedFileType(`a.${extension}`)).toBe(true)
    expect(isBlockedFileType(`a.${extension.toUpperCase()}`)).toBe(true)
    expect(isBlockedFileType(`a.pdf.${extension}`)).toBe(true)
  })

  it.each(['a.exe.', 'a.exe..', 'a.exe ', 'a.exe . .', 'a.ExE\t', '.exe', 'dir/a.exe', 'a.exe::$DATA', 'a.exe:b.pdf'])(
    'is not fooled by %j',
    (name) => {
      expect(isBlockedFileType(name)).toBe(true)
    },
  )

  it.each([
    'a.pdf',
    'a.docx',
    'a.png',
    'a.js',
    'a.htm',
    'a.exe.pdf',
    'exe',
    'my exe',
    'a.exes',
    'a.text',
    '',
    '.',
    '10:30 分班.xlsx',
  ])('lets %j pass', (name) => {
    expect(isBlockedFileType(name)).toBe(false)
  })
})

describe('isImageType', () => {
  it.each(['gif', 'jpg', 'jpeg', 'bmp', 'png', 'tif'])('knows .%s', (extension) => {
    expect(isImageType(`照片.${extension}`)).toBe(true)
    expect(isImageType(`PHOTO.${extension.toUpperCase()}`)).toBe(true)
  })

  it.each(['a.tiff', 'a.webp', 'a.svg', 'a.mp4', 'png', ''])('does not take %j for an image', (name) => {
    expect(isImageType(name)).toBe(false)
  })
})

describe('isAudioVideoType', () => {
  const formats = 'mp3 wma wav m4a flac 3gp avi flv rm rmvb mp4 mkv mov wmv'.split(' ')

  it.each(formats)('knows .%s', (extension) => {
    expect(isAudioVideoType(`录音.${extension}`)).toBe(true)
    expect(isAudioVideoType(`CLIP.${extension.toUpperCase()}`)).toBe(true)
  })

  it.each(['a.ogg', 'a.webm', 'a.png', 'mp3', ''])('does not take %j for audio or video', (name) => {
    expect(isAudioVideoType(name)).toBe(false)
  })
})
