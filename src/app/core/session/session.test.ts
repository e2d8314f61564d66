import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { autoLoginCountKey, loggedOutKey, userKey } from '../storage/local-keys.ts'
import { CallError } from '../api/call-error.ts'
import { COOKIES_REFUSED } from './session-cookies.ts'
import { acceptSignIn, outcomeOf, type SignedIn } from './session.ts'

beforeEach(() => {
  stubLocalStorage()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a success clears the counter of auto-login and what kept it from running', () => {
  autoLoginCountKey.set(3)
  loggedOutKey.set(true)
  acceptSignIn(null)
  expect(autoLoginCountKey.get()).toBeNull()
  expect(loggedOutKey.get()).toBeNull()
})

it('a success that does not say who it is leaves nothing of the person before', () => {
  userKey.set({ userId: '7', realName: '王老师', userType: 2, unitId: '1' })
  acceptSignIn(null)
  expect(userKey.get()).toBeNull()
})

const refused = (status: number, code: string) =>
  outcomeOf(
    Promise.reject(
      new CallError('session.login', {
        kind: 'envelope',
        envelope: { status, code, message: '说明|||words', data: { id: 'b1' } },
        http: { status: 200, statusText: 'OK' },
        retryAfter: null,
      }),
    ),
  )

it('the form’s own sign-in leads to the binding page where the account has to be linked, and shows every other refusal', async () => {
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { assign })
  for (const code of ['invalid_grant', 'login.failed'])
    expect(await refused(400, code)).toEqual({ ok: false, code, text: '说明' })
  expect(assign).not.toHaveBeenCalled()
  void refused(400, 'not_bound')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/bind/?id=b1'))
})

it('a sign-in whose cookies the browser refuses fails, and one whose session is marked succeeds', async () => {
  const answer = {} as SignedIn
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  expect(await outcomeOf(Promise.resolve(answer))).toMatchObject({ ok: false, code: COOKIES_REFUSED })
  vi.stubGlobal('document', { cookie: 'portal_signed_in=1', querySelector: () => null })
  expect(await outcomeOf(Promise.resolve(answer))).toEqual({ ok: true, answer })
})
