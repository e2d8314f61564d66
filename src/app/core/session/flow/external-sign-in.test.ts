import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubSessionStorage } from '../../../../../tests/support/fakes/stub-storage.ts'
import { mayRedirectByItself, readStartedSignIn, startExternalSignIn } from './external-sign-in.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a press on a provider', () => {
  const start = (url: string, entry: string | null) => {
    stubSessionStorage()
    vi.stubGlobal('fetch', async () => Response.json({ status: 200, code: 'ok', message: '', data: { url } }))
    const provider = { id: 'p', name: '微信', englishName: 'WeChat', providerAppLoginUrl: entry }
    return startExternalSignIn(new AbortController().signal, provider, undefined)
  }
  const ENTRY = 'https://open.example/connect/qrconnect'

  it('leads to the entry address that administrators set, with what the sign-in needs', async () => {
    expect(await start(`${ENTRY}?state=s#wechat_redirect`, ENTRY)).toBe(`${ENTRY}?state=s#wechat_redirect`)
    expect(readStartedSignIn()?.provider.name).toBe('微信')
  })

  it.each(['https://elsewhere.example/?state=s', `${ENTRY}.elsewhere.example/?state=s`, `${ENTRY}2?state=s`])(
    'leads nowhere else: %s',
    async (url) => {
      await expect(start(url, ENTRY)).rejects.toThrow(TypeError)
      expect(readStartedSignIn()).toBeNull()
    },
  )

  it('leads where the provider itself says without one, if that is a web page', async () => {
    expect(await start('https://id.example/authorize?state=s', null)).toBe('https://id.example/authorize?state=s')
    await expect(start('javascript:alert(1)', null)).rejects.toThrow(TypeError)
  })
})

it('goes by itself once in a visit', () => {
  stubSessionStorage()
  expect([mayRedirectByItself(), mayRedirectByItself(), mayRedirectByItself()]).toEqual([true, false, false])
})

it('never goes by itself where the browser keeps nothing, because nothing would end the loop', () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {} })
  expect(mayRedirectByItself()).toBe(false)
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new Error('refused')
    },
  })
  expect(mayRedirectByItself()).toBe(false)
})

it.each(['{', '1', '{"provider":1}', '{"provider":{"name":"x"}}'])('takes a damaged note %j for none', (text) => {
  stubSessionStorage().set('begunElsewhere', text)
  expect(readStartedSignIn()).toBeNull()
})
