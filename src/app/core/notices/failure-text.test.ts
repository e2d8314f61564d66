import { expect, it } from 'vitest'
import { PortalError } from '../../../../contract/portal-error.ts'
import { CallError } from '../api/call-error.ts'
import { failureText } from './failure-text.ts'

const refusal = (status: number, statusText: string) =>
  new CallError('test.row', {
    kind: 'envelope',
    envelope: { status: 500, code: 'server.internal', message: '服务器内部错误！|||Server internal error!' },
    http: { status, statusText },
    retryAfter: null,
  })

it('says the status and its text before what the server said, unless it is a mere refusal', () => {
  expect(failureText(refusal(503, 'Service Unavailable'), 'zh-CN')).toBe('503 Service Unavailable：服务器内部错误！')
  expect(failureText(refusal(500, ''), 'zh-CN')).toBe('500：服务器内部错误！')
  expect(failureText(refusal(200, 'OK'), 'zh-CN')).toBe('服务器内部错误！')
})

it('says what to do when nothing answered', () => {
  expect(failureText(new CallError('test.row', { kind: 'network' }), 'zh-CN')).toBe('网络连接失败，请检查网络后重试')
  expect(failureText(new Error('x'), 'zh-CN')).toBe('页面出现了意外问题，刚才的内容没有提交。请刷新后重试')
})

it('has the text of the catalogue for a failure on this device', () => {
  expect(failureText(new PortalError('files.name_taken'), 'zh-CN')).toBe('这里已经有同名的文件或文件夹')
})
