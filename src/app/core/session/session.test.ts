import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { autoLoginCountKey, loggedOutKey, userKey } from '../storage/local-keys.ts'
import { acceptSignIn } from './session.ts'

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
