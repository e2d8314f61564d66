import { describe, expect, it } from 'vitest'
import { describeFailure, failedEntry, failureReason, nameRefusal } from './failure.ts'

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

describe('describeFailure', () => {
  it('says the status and its text before what the server said, unless it is a mere refusal', () => {
    const failed = (status: number, statusText: string) => ({
      code: 'server.internal',
      failure: { http: { status, statusText } },
    })
    const said = (key: string, values?: Record<string, unknown>) => `${key} ${Object.values(values ?? {}).join(' | ')}`
    expect(describeFailure(failed(503, 'Service Unavailable'), 'en', said)).toBe(
      'reason.http 503 Service Unavailable | Server internal error!',
    )
    expect(describeFailure(failed(500, ''), 'zh-CN', said)).toBe('reason.http 500 | 服务器内部错误！')
    expect(describeFailure(failed(200, 'OK'), 'en', said)).toBe('Server internal error!')
    expect(describeFailure(new Error('x'), 'en', t)).toBe('reason.other')
  })
})

describe('nameRefusal', () => {
  it('speaks of any name when it is taken, and like everybody else of the rest', () => {
    expect(nameRefusal({ code: 'files.name_taken' }, 'en', t)).toBe('nameError.taken')
    expect(nameRefusal({ code: 'access.denied' }, 'en', t)).toBe('You are not allowed to do this')
  })
})

describe('failedEntry', () => {
  const refusal = (...fields: string[]) => ({
    failure: { envelope: { fieldErrors: fields.map((field) => ({ field })) } },
  })

  it('is the entry that the server names', () => {
    expect(failedEntry(refusal('entries.1'), ['a', 'b'])).toBe('b')
  })

  it('is none where the server names none, or the list went in several requests', () => {
    expect(failedEntry(refusal(), ['a'])).toBeUndefined()
    expect(failedEntry(refusal('folderId'), ['a'])).toBeUndefined()
    expect(failedEntry(new Error('network'), ['a'])).toBeUndefined()
    expect(
      failedEntry(
        refusal('entries.1'),
        Array.from({ length: 201 }, () => 'a'),
      ),
    ).toBeUndefined()
  })
})
