import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '../../../../tests/support/fakes/stub-storage.ts'
import { teacher } from '../../../../tests/support/schools/teacher.ts'
import { session, type SessionState } from '../session/session.ts'
import { userKey } from '../storage/local-keys.ts'
import { followOtherTabs } from './other-tabs.ts'

const reload = vi.fn<() => void>()
let hear: (event: Partial<StorageEvent>) => void
let leave: () => void

beforeEach(() => {
  stubLocalStorage()
  reload.mockReset()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', (_: string, heard: typeof hear) => {
    hear = heard
  })
  vi.stubGlobal('removeEventListener', () => {})
  leave = followOtherTabs()
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  session.set({ status: 'unknown' })
})

const parent = { ...teacher, userType: 3 } as const
const CHANGED = { key: 'chirdenId', oldValue: 'one', newValue: 'other' }

it.each<[string, SessionState, number]>([
  ['signed in', { status: 'in', user: parent }, 1],
  ['not confirmed yet', { status: 'unknown' }, 1],
  ['without a server', { status: 'unreachable' }, 1],
  ['signed out', { status: 'out' }, 0],
  ['a teacher', { status: 'in', user: teacher }, 0],
])('a parent’s page goes to the child that was chosen in another tab (%s)', (_, state, times) => {
  userKey.set(parent)
  session.set(state)
  hear({ ...CHANGED, newValue: null })
  hear({ ...CHANGED, oldValue: null })
  expect(reload).not.toHaveBeenCalled()
  hear(CHANGED)
  expect(reload).toHaveBeenCalledTimes(times)
})
