import { describe, expect, it } from 'vitest'
import { CallFailure } from './upload-failures.ts'
import { type RawAnswer, readAnswer } from './answers.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')

function raw(body: unknown, status = 200, retryAfter: string | null = null): RawAnswer {
  return { status, retryAfter, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

function failureOf(answer: RawAnswer): CallFailure {
  try {
    readAnswer(answer, NOW)
  } catch (error) {
    if (error instanceof CallFailure) return error
  }
  throw new Error('expected a CallFailure')
}

describe('readAnswer', () => {
  it('returns the data of a good answer', () => {
    expect(readAnswer(raw({ status: 200, code: 'ok', message: '', data: { a: 1 } }), NOW)).toEqual({ a: 1 })
  })

  it('keeps code, status and words of a refusal in the envelope', () => {
    const failure = failureOf(raw({ status: 409, code: 'storage.chunks_missing', message: '缺|||missing' }))
    expect(failure).toMatchObject({ code: 'storage.chunks_missing', status: 409, text: '缺|||missing' })
  })

  it('joins field errors in both languages', () => {
    const fieldErrors = [{ message: '名字|||name' }, { message: '大小|||size' }]
    const failure = failureOf(raw({ status: 400, code: 'request.invalid', message: '', fieldErrors }))
    expect(failure.text).toBe('名字，大小|||name, size')
  })

  it('names the code of the status where the server has no words', () => {
    expect(failureOf(raw({ status: 503, code: 'x', message: '' })).text).toBe('server.unavailable')
  })

  it.each([
    [401, 'session.required'],
    [413, 'network.too_large'],
    [429, 'request.rate_limited'],
    [418, 'request.invalid'],
    [500, 'server.internal'],
    [502, 'server.unavailable'],
  ])('gives HTTP %i without an envelope the code %s', (status, code) => {
    expect(failureOf(raw('<h1>proxy</h1>', status))).toMatchObject({ code, status })
  })

  it('trusts the HTTP status where an envelope says that all is well', () => {
    expect(failureOf(raw({ status: 200, code: 'ok', message: '' }, 503)).status).toBe(503)
  })

  it.each(['<html>sign in to this network</html>', '', '[]', '{"status":"200"}'])(
    'does not take %j for an answer',
    (body) => {
      expect(failureOf(raw(body)).code).toBe('network.answer')
    },
  )

  it.each([
    ['7', 7000],
    ['0', 0],
    [new Date(NOW + 9000).toUTCString(), 9000],
    [new Date(NOW - 9000).toUTCString(), 0],
    ['soon', undefined],
  ])('reads Retry-After %s', (value, milliseconds) => {
    expect(failureOf(raw('', 503, value)).retryAfter).toBe(milliseconds)
  })
})
