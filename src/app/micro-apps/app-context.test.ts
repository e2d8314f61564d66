import { describe, expect, it } from 'vitest'
import { failureCode } from './app-context.ts'

describe('failureCode', () => {
  it('takes the code of a coded error', () => {
    expect(failureCode(Object.assign(new Error('no'), { code: 'files.name_taken' }))).toBe('files.name_taken')
  })

  it.each([[new Error('no code')], [undefined], ['text'], [{ code: 42 }]])('calls %j unknown', (error) => {
    expect(failureCode(error)).toBe('unknown')
  })
})
