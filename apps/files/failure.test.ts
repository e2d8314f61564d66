import { describe, expect, it } from 'vitest'
import { PortalError } from '../../contract/portal-error.ts'
import { failedEntry, nameRefusal } from './failure.ts'

const t = (key: string) => key

describe('nameRefusal', () => {
  it('speaks of any name when it is taken, and like everybody else of the rest', () => {
    expect(nameRefusal(new PortalError('files.name_taken'), t)).toBe('nameError.taken')
    expect(nameRefusal(new PortalError('access.denied'), t)).toBe('你没有权限进行这项操作')
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
