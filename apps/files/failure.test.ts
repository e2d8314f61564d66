import { describe, expect, it } from 'vitest'
import { failureReason, nameRefusal } from './failure.ts'

const t = (key: string) => key

describe('failureReason', () => {
  it('uses the text of the error catalogue in the language of the reader', () => {
    expect(failureReason('files.name_taken', 'en', t)).toBe('There is already a file or folder of that name here')
    expect(failureReason('files.name_taken', 'zh-CN', t)).toBe('这里已经有同名的文件或文件夹')
  })

  it('says what to do when nothing answered', () => {
    expect(failureReason('client.network', 'en', t)).toBe('reason.network')
    expect(failureReason('client.timeout', 'en', t)).toBe('reason.timeout')
    expect(failureReason('toString', 'en', t)).toBe('reason.other')
  })
})

describe('nameRefusal', () => {
  it('speaks of any name when it is taken, and like everybody else of the rest', () => {
    expect(nameRefusal('files.name_taken', 'en', t)).toBe('nameError.taken')
    expect(nameRefusal('access.denied', 'en', t)).toBe('You are not allowed to do this')
  })
})
