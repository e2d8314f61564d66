import { describe, expect, it } from 'vitest'
import { PortalError } from '../../contract/portal-error.ts'
import { describeFailure } from './failures.ts'

function thrown(statusCode: number): string {
  return describeFailure(Object.assign(new Error('x'), { statusCode })).code
}

describe('describeFailure', () => {
  it('answers an ordinary outcome with HTTP 200 and the status in the envelope', () => {
    const { http, envelope } = describeFailure(new PortalError('login.failed'))
    expect(http).toBe(200)
    expect(envelope).toEqual({
      status: 400,
      code: 'login.failed',
      message: '用户名或密码错误|||The username or password is wrong',
    })
  })

  it('answers a fault with its own HTTP status', () => {
    expect(describeFailure(new PortalError('request.cross_site')).http).toBe(403)
    expect(describeFailure(new PortalError('server.unavailable', { retryAfter: 2 }))).toMatchObject({
      http: 503,
      retryAfter: 2,
    })
  })

  it('lists fields with the text of their own code', () => {
    const { envelope } = describeFailure(
      new PortalError('request.invalid', { fields: [{ field: 'username', code: 'login.username_empty' }] }),
    )
    expect(envelope.fieldErrors).toEqual([
      { field: 'username', message: '用户名不能为空！|||User name cannot be empty!' },
    ])
  })

  it('names a field that is merely not valid', () => {
    const { envelope } = describeFailure(
      new PortalError('request.invalid', { fields: [{ field: 'md5', code: 'request.invalid' }] }),
    )
    expect(envelope.fieldErrors?.[0]?.message).toMatch(/^md5：.*\|\|\|md5: /)
  })

  it('understands the statuses of the web server', () => {
    expect(thrown(413)).toBe('request.too_large')
    expect(thrown(415)).toBe('request.media_type')
    expect(thrown(406)).toBe('request.media_type')
    expect(thrown(400)).toBe('request.invalid')
  })

  it('tells nothing about a fault of its own', () => {
    const { http, envelope } = describeFailure(new Error('select * from secret'))
    expect(http).toBe(500)
    expect(envelope).toEqual({
      status: 500,
      code: 'server.internal',
      message: '服务器内部错误！|||Server internal error!',
    })
    expect(describeFailure('a string').code).toBe('server.internal')
    expect(describeFailure(undefined).code).toBe('server.internal')
  })
})
