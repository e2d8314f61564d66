import { afterEach, expect, it, vi } from 'vitest'
import { stubSessionStorage } from '../../../../../tests/support/fakes/stub-storage.ts'
import { mayRedirectByItself, readStartedSignIn } from './external-sign-in.ts'

afterEach(() => {
  vi.unstubAllGlobals()
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
