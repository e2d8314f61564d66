import { describe, expect, it } from 'vitest'
import { HEARTBEAT_EVERY, HELD_RETRY, SILENCE_MAX, type LiveEvent } from '../../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import { createFakeBrowser } from '../../../../tests/support/fakes/fake-ports.ts'
import { FIRST_POLL, followLive, FRESH_FOR, keepStream, POLL_EVERY, SPREAD } from './follow-live.ts'

const counts = (message: number): LiveEvent => ({
  kind: 'counts',
  changed: ['messages'],
  counts: { todo: 0, message },
})

function openTab(
  browser: ReturnType<typeof createFakeBrowser>,
  { stillIn = false, isVisible = () => true }: { stillIn?: boolean; isVisible?: () => boolean } = {},
) {
  const closing = new AbortController()
  const tab = {
    told: [] as WaitingCounts[],
    themes: 0,
    desktops: 0,
    persons: 0,
    rights: 0,
    ends: 0,
    close: () => closing.abort(),
  }
  followLive(closing.signal, browser.createPorts(isVisible), {
    counts: (now) => tab.told.push(now),
    theme: () => (tab.themes += 1),
    desktop: () => (tab.desktops += 1),
    person: () => (tab.persons += 1),
    rights: () => (tab.rights += 1),
    signedOut() {
      tab.ends += 1
      return Promise.resolve(stillIn)
    },
  })
  return tab
}

describe('the tabs of one browser', () => {
  it('hear the same by one stream', () => {
    const browser = createFakeBrowser()
    const [first, second] = [openTab(browser), openTab(browser)]
    expect(browser.opened()).toBe(1)
    browser.say(counts(3))
    browser.say({ kind: 'theme' })
    browser.say({ kind: 'desktop' })
    browser.say({ kind: 'person' })
    browser.say({ kind: 'rights' })
    expect([first.told, second.told]).toEqual([[{ todo: 0, message: 3 }], [{ todo: 0, message: 3 }]])
    expect([first.themes, second.themes]).toEqual([1, 1])
    expect([first.desktops, second.desktops]).toEqual([1, 1])
    expect([first.persons, second.persons]).toEqual([1, 1])
    expect([first.rights, second.rights]).toEqual([1, 1])
  })

  it('are told how things stand when they come later', () => {
    const browser = createFakeBrowser()
    const first = openTab(browser)
    browser.say(counts(7))
    expect(openTab(browser).told).toEqual([{ todo: 0, message: 7 }])
    expect(first.told).toHaveLength(1)
  })

  it('go on when the one that holds the stream is closed', async () => {
    const browser = createFakeBrowser()
    const [first, second] = [openTab(browser), openTab(browser)]
    first.close()
    await browser.pass(0)
    expect(browser.openStreams()).toHaveLength(1)
    browser.say(counts(1))
    expect(second.told).toEqual([{ todo: 0, message: 1 }])
    expect(first.told).toEqual([])
  })

  it('load again what changed while no stream was open, but not what they have just loaded', async () => {
    const browser = createFakeBrowser()
    const [first, second] = [openTab(browser), openTab(browser)]
    browser.accept()
    await browser.pass(FRESH_FOR + SPREAD)
    expect([first.persons, first.desktops, second.persons]).toEqual([0, 0, 0])

    browser.cut()
    await browser.pass(SILENCE_MAX)
    browser.accept()
    await browser.pass(SPREAD)
    expect([first.persons, first.desktops, second.persons, second.desktops]).toEqual([1, 1, 1, 1])

    // The tab that had the stream is gone; another one opens the next.
    first.close()
    await browser.pass(0)
    browser.accept()
    await browser.pass(SPREAD)
    expect([second.persons, second.desktops]).toEqual([2, 2])
    expect(first.persons).toBe(1)
  })

  it('load again what changed during a cut right after the start', async () => {
    const browser = createFakeBrowser()
    const tab = openTab(browser)
    browser.accept()
    browser.online.set(false)
    browser.online.set(true)
    browser.accept()
    browser.online.set(false)
    await browser.pass(SPREAD)
    expect([tab.persons, tab.desktops]).toEqual([0, 0])
    browser.online.set(true)
    browser.accept()
    await browser.pass(SPREAD)
    expect([tab.persons, tab.desktops]).toEqual([1, 1])
  })

  it('all hear of the end of the session, and open no stream for nobody', async () => {
    const browser = createFakeBrowser()
    const [first, second] = [openTab(browser), openTab(browser)]
    browser.say({ kind: 'signed-out' })
    browser.cut()
    await browser.pass(600_000)
    expect([first.ends, second.ends]).toEqual([1, 1])
    expect(browser.openStreams()).toEqual([])
    expect(browser.asked).toEqual([])
  })

  it('open another stream when the same person has another session by then', async () => {
    const browser = createFakeBrowser()
    openTab(browser, { stillIn: true })
    browser.say({ kind: 'signed-out' })
    await browser.pass(0)
    expect(browser.openStreams()).toHaveLength(1)
  })

  it('do not understand what another version of the portal says', () => {
    const browser = createFakeBrowser()
    const tab = openTab(browser)
    browser.createPorts().tabs.post({ said: { kind: 'unknown' } })
    browser.createPorts().tabs.post('x')
    expect(tab.told).toEqual([])
  })
})

function start({ withStream = true } = {}) {
  let visible = true
  const browser = createFakeBrowser()
  const ending = new AbortController()
  const told: LiveEvent[] = []
  const ports = {
    ...browser.createPorts(),
    whenSeen: (run: () => void) => {
      if (visible) run()
    },
  }
  keepStream(ending.signal, { ...ports, openStream: withStream ? ports.openStream : null }, (event) => told.push(event))
  return { browser, ending, told, hide: () => (visible = false) }
}

describe('a stream that is kept', () => {
  it('tells what the server says, and asks for nothing while it is open', async () => {
    const { browser, told } = start()
    browser.accept()
    browser.say({ kind: 'theme' })
    await browser.pass(10 * POLL_EVERY)
    expect(told).toEqual([{ kind: 'theme' }])
    expect(browser.asked).toEqual([])
    expect(browser.opened()).toBe(1)
  })

  it('is replaced by asking at once and every minute when it breaks, until one opens again', async () => {
    const { browser, told } = start()
    browser.accept()
    browser.cut()
    await browser.pass(0)
    expect(told).toEqual([{ kind: 'counts', changed: ['messages', 'todos'], counts: { todo: 1, message: 2 } }])
    // The server refuses every new stream.
    for (let second = 0; second < 150; second += 1) {
      browser.cut()
      await browser.pass(1000)
    }
    const atLeast = browser.asked.length
    expect(atLeast).toBeGreaterThanOrEqual(3)
    // Pauses grow to a minute: far from one attempt in two seconds.
    expect(browser.opened()).toBeLessThan(10)

    for (let second = 0; second < 60 && browser.openStreams().length === 0; second += 1) await browser.pass(1000)
    expect(browser.openStreams()).toHaveLength(1)
    browser.accept()
    const asked = browser.asked.length
    await browser.pass(5 * POLL_EVERY)
    expect(browser.asked).toHaveLength(asked)
  })

  it('goes on asking when an answer does not come', async () => {
    const { browser, told } = start()
    browser.answerWith(() => Promise.reject(new Error('away')))
    browser.cut()
    await browser.pass(0)
    expect(told).toEqual([])
    browser.answerWith(() => Promise.resolve({ todo: 0, message: 0 }))
    await browser.pass(POLL_EVERY)
    expect(told).toHaveLength(1)
  })

  it('rests without a network, and is there at once when it is back', async () => {
    const { browser } = start()
    browser.accept()
    browser.online.set(false)
    await browser.pass(10 * POLL_EVERY)
    expect(browser.openStreams()).toEqual([])
    expect(browser.asked).toEqual([])
    browser.online.set(true)
    expect(browser.openStreams()).toHaveLength(1)
  })

  it('is doubted when the page comes to the front: one question, and no second stream', async () => {
    const { browser } = start()
    browser.accept()
    browser.comeToFront()
    await browser.pass(0)
    expect(browser.asked).toHaveLength(1)
    expect(browser.opened()).toBe(1)
  })

  it('is tried at once when the page comes to the front while it is broken', async () => {
    const { browser } = start()
    browser.cut()
    await browser.pass(100)
    browser.comeToFront()
    expect(browser.openStreams()).toHaveLength(1)
  })

  it('does nothing more once it is ended', async () => {
    const { browser, ending, told } = start()
    browser.accept()
    ending.abort()
    browser.comeToFront()
    browser.online.set(false)
    browser.online.set(true)
    await browser.pass(10 * POLL_EVERY)
    expect(browser.openStreams()).toEqual([])
    expect([told, browser.asked]).toEqual([[], []])
  })
})

describe('a stream of which nothing arrives', () => {
  it('leaves the page without numbers for moments only', async () => {
    const { browser, told } = start()
    await browser.pass(FIRST_POLL)
    expect(told).toEqual([{ kind: 'counts', changed: ['messages', 'todos'], counts: { todo: 1, message: 2 } }])
    expect(browser.openStreams()).toHaveLength(1)
    browser.accept()
    await browser.pass(10 * POLL_EVERY)
    expect(browser.asked).toEqual([FIRST_POLL])
    expect(browser.reports).toEqual([])
  })

  it('is given up, the server told, and the counts polled until one comes through', async () => {
    const { browser } = start()
    browser.muteStreams(true)
    browser.accept()
    await browser.pass(SILENCE_MAX)
    expect(browser.openStreams()).toEqual([])
    expect(browser.reports).toEqual([SILENCE_MAX])
    await browser.pass(HELD_RETRY - 1)
    expect(browser.asked).toEqual([0, 1, 2, 3, 4, 5].map((minutes) => FIRST_POLL + minutes * POLL_EVERY))
    expect(browser.opened()).toBe(1)

    // Still held back, and reported again.
    await browser.pass(1 + SILENCE_MAX)
    expect(browser.opened()).toBe(2)
    expect(browser.reports).toEqual([SILENCE_MAX, SILENCE_MAX + HELD_RETRY + SILENCE_MAX])
    browser.muteStreams(false)
    await browser.pass(HELD_RETRY)
    browser.accept()
    const asked = browser.asked.length
    await browser.pass(10 * POLL_EVERY)
    expect(browser.asked).toHaveLength(asked)
    expect(browser.reports).toHaveLength(2)
  })

  it('after it had begun is dead, and opened again at once without a report', async () => {
    const { browser } = start()
    browser.accept()
    await browser.pass(10 * POLL_EVERY)
    expect(browser.opened()).toBe(1)
    browser.muteStreams(true)
    await browser.pass(SILENCE_MAX)
    expect(browser.asked).toHaveLength(1)
    await browser.pass(HEARTBEAT_EVERY)
    expect(browser.opened()).toBe(2)
    expect(browser.reports).toEqual([])
  })

  it('is a matter of more than two heartbeats', () => {
    expect(SILENCE_MAX).toBeGreaterThan(2 * HEARTBEAT_EVERY)
  })

  it('polls only while one of the tabs can be seen, and at once when one can be again', async () => {
    const browser = createFakeBrowser()
    let visible = [false, true]
    const [first, second] = [0, 1].map((at) => openTab(browser, { isVisible: () => visible[at] ?? false }))
    browser.muteStreams(true)
    browser.accept()
    await browser.pass(FIRST_POLL + POLL_EVERY)
    expect(browser.asked).toEqual([FIRST_POLL, FIRST_POLL + POLL_EVERY])
    expect([first?.told.length, second?.told.length]).toEqual([2, 2])
    visible = [false, false]
    await browser.pass(3 * POLL_EVERY)
    expect(browser.asked).toHaveLength(2)
    visible = [false, true]
    browser.comeToFront()
    await browser.pass(0)
    expect(browser.asked).toHaveLength(3)
  })

  it('is asked about less often while the server does not answer', async () => {
    const { browser } = start({ withStream: false })
    browser.answerWith(() => Promise.reject(new Error('away')))
    await browser.pass(8 * POLL_EVERY)
    expect(browser.asked.map((at) => at / POLL_EVERY)).toEqual([0, 1, 2, 4, 8])
    browser.answerWith(() => Promise.resolve({ todo: 0, message: 0 }))
    await browser.pass(9 * POLL_EVERY)
    expect(browser.asked.map((at) => at / POLL_EVERY)).toEqual([0, 1, 2, 4, 8, 16, 17])
  })

  it('in a page that cannot be seen asks for nothing', async () => {
    const { browser, hide } = start({ withStream: false })
    await browser.pass(0)
    hide()
    await browser.pass(5 * POLL_EVERY)
    expect(browser.asked).toEqual([0])
  })
})

it('without a leader among the tabs the server is asked from the beginning, and no stream is opened', async () => {
  const { browser } = start({ withStream: false })
  await browser.pass(2 * POLL_EVERY)
  expect(browser.asked).toEqual([0, POLL_EVERY, 2 * POLL_EVERY])
  expect(browser.opened()).toBe(0)
})
