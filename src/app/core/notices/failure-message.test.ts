import { expect, it } from 'vitest'
import { CallError, type CallFailure } from '../api/call-error.ts'
import english from '../../locales/en/failures.json'
import chinese from '../../locales/zh-CN/failures.json'
import { failureMessage } from './failure-message.ts'

const ok = { status: 200, statusText: 'OK' }
const shown = (failure: CallFailure) => failureMessage(new CallError('test.row', failure), 'en', english)
const envelope = (over: object) => ({ status: 400, code: 'request.invalid', message: '错|||Wrong', ...over })

it('warns in the server’s words, chosen by language', () => {
  expect(shown({ kind: 'envelope', envelope: envelope({}), http: ok, retryAfter: null })).toEqual({
    kind: 'warning',
    text: 'Wrong',
  })
})

it('joins field errors by commas before it takes the message', () => {
  const fieldErrors = [{ message: '一|||One' }, { message: '二|||Two' }]
  expect(shown({ kind: 'envelope', envelope: envelope({ fieldErrors }), http: ok, retryAfter: null }).text).toBe(
    'One, Two',
  )
})

it('says Server internal error when the server says nothing', () => {
  expect(shown({ kind: 'envelope', envelope: envelope({ message: '' }), http: ok, retryAfter: null }).text).toBe(
    'Server internal error!',
  )
})

it('titles an HTTP failure with status and status text', () => {
  const http = { status: 502, statusText: 'Bad Gateway' }
  expect(shown({ kind: 'http', http, retryAfter: null })).toMatchObject({ kind: 'error', title: '502 Bad Gateway' })
  expect(shown({ kind: 'envelope', envelope: envelope({}), http, retryAfter: null })).toMatchObject({
    kind: 'error',
    title: '502 Bad Gateway',
    text: 'Wrong',
  })
})

it('says of a body that a web server in front refused whom to tell, and how much it must let through', () => {
  const http = { status: 413, statusText: 'Request Entity Too Large' }
  const { text } = shown({ kind: 'http', http, retryAfter: null })
  expect(text).toMatch(/did not reach the portal.*Tell the operator of the portal.*at least 51 MB/)
  expect(
    failureMessage(new CallError('test.row', { kind: 'http', http, retryAfter: null }), 'zh-CN', chinese).text,
  ).toMatch(/没有送到门户.*请告诉平台负责人.*51 MB/)
})

it('knows the client’s own failures by the specification’s words', () => {
  expect(shown({ kind: 'network' }).text).toContain('Network Error')
  expect(shown({ kind: 'aborted' }).text).toBe('Request aborted')
  expect(shown({ kind: 'timeout', after: 1_200_000 }).text).toContain('timeout of 1200000 ms exceeded')
  expect(shown({ kind: 'method', method: 'PUT' })).toEqual({ kind: 'error', text: 'Request method not supported' })
  expect(shown({ kind: 'cookies' }).text).toContain('blocks cookies')
  expect(shown({ kind: 'payload' })).toEqual({ kind: 'warning', text: '501：file type error' })
})
