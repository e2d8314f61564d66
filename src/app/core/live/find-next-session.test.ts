import { beforeEach, expect, it } from 'vitest'
import { createFakeBrowser } from '../../../../tests/support/fakes/fake-ports.ts'
import { findNextSession, type NextSession } from './find-next-session.ts'

let browser: ReturnType<typeof createFakeBrowser>
let asked: number
let isIn: () => Promise<string | null>
let settleOthers: () => void
let others: Promise<void>

beforeEach(() => {
  browser = createFakeBrowser()
  asked = 0
  isIn = async () => null
  settleOthers = () => {}
  others = Promise.resolve()
})

/** What is found, once it is. */
function find(): { outcome: NextSession | null } {
  const found: { outcome: NextSession | null } = { outcome: null }
  const { schedule, random } = browser.createPorts()
  void findNextSession('me', {
    otherTabsSettled: () => others,
    askWhoIsIn() {
      asked += 1
      return isIn()
    },
    schedule,
    random,
  }).then((outcome) => (found.outcome = outcome))
  return found
}

it.each([
  ['me', 'same'],
  ['you', 'other'],
] as const)('needs no waiting when %s is signed in already', async (userId, outcome) => {
  isIn = async () => userId
  const found = find()
  await browser.pass(0)
  expect(found).toEqual({ outcome })
})

it('asks for nothing while another tab signs in, however long that takes', async () => {
  others = new Promise((resolve) => (settleOthers = resolve))
  const found = find()
  await browser.pass(600_000)
  expect([asked, found.outcome]).toEqual([0, null])
  isIn = async () => 'you'
  settleOthers()
  await browser.pass(0)
  expect(found).toEqual({ outcome: 'other' })
})

it('waits longer each time for a session that is still on its way', async () => {
  const found = find()
  await browser.pass(0)
  expect(asked).toBe(1)
  await browser.pass(499)
  expect(asked).toBe(1)
  await browser.pass(1)
  expect(asked).toBe(2)
  await browser.pass(999)
  expect(asked).toBe(2)
  isIn = async () => 'me'
  await browser.pass(1)
  expect(found).toEqual({ outcome: 'same' })
})

it('finds no session once the server has said so four times', async () => {
  const found = find()
  await browser.pass(3499)
  expect(found).toEqual({ outcome: null })
  await browser.pass(1)
  expect(found).toEqual({ outcome: 'none' })
  await browser.pass(600_000)
  expect(asked).toBe(4)
})

it('knows nothing without an answer', async () => {
  isIn = () => Promise.reject(new Error('away'))
  const found = find()
  await browser.pass(0)
  expect(found).toEqual({ outcome: 'unknown' })
})
