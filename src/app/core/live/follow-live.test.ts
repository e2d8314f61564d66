import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '../../../../contract/endpoints/live.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import { createFakeBrowser } from '../../../../tests/support/fake-ports.ts'
import { followLive } from './follow-live.ts'

const counts = (message: number): LiveEvent => ({
  kind: 'counts',
  changed: ['messages'],
  counts: { todo: 0, message },
})

function openTab(browser: ReturnType<typeof createFakeBrowser>, { stillIn = false } = {}) {
  const closing = new AbortController()
  const tab = { told: [] as WaitingCounts[], themes: 0, desktops: 0, persons: 0, ends: 0, close: () => closing.abort() }
  followLive(closing.signal, browser.createPorts(), {
    counts: (now) => tab.told.push(now),
    theme: () => (tab.themes += 1),
    desktop: () => (tab.desktops += 1),
    person: () => (tab.persons += 1),
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
    expect([first.told, second.told]).toEqual([[{ todo: 0, message: 3 }], [{ todo: 0, message: 3 }]])
    expect([first.themes, second.themes]).toEqual([1, 1])
    expect([first.desktops, second.desktops]).toEqual([1, 1])
    expect([first.persons, second.persons]).toEqual([1, 1])
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
