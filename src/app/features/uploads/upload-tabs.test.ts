import { beforeEach, describe, expect, it } from 'vitest'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { JoiningFile, UploadBridge, UploadChanges, UploadCommand, UploadItem } from '../../platform/upload.ts'
import { joinUploadTabs, type TabChannel, type UploadTabs } from './upload-tabs.ts'

/** One tab of a browser, with what its worker was told. */
interface FakeTab {
  readonly tabs: UploadTabs
  readonly obeyed: UploadCommand[]
  readonly heard: [UploadChanges, whole: boolean][]
  /** Dismissed uploads, by id. */
  readonly dismissed: string[]
  /** What its worker knew when it started, by id. */
  known: string[][]
  isBusy: boolean
  isLeading: boolean
  /** What the worker says. */
  report(changes: Partial<UploadChanges>): void
  /** What obeying does; null while the worker breaks as soon as it is used. */
  obey: (() => Promise<void>) | null
  /** How often its worker was used, to the point of breaking or beyond. */
  uses: number
  /** The worker breaks while it has something to do. */
  breakDown(): void
  /** What it lists. */
  listed: UploadItem[]
  crash(): void
}

let open: { name: string; hear: (data: unknown) => void; lead: () => void }[]
let timers: { at: number; run: () => void }[]
let now: number
/** The browser's network comes back. */
let comeOnline: (() => void)[]

beforeEach(() => {
  open = []
  timers = []
  now = 0
  comeOnline = []
})

/** Lets so many milliseconds pass, and everything happen that is due. */
async function pass(milliseconds: number): Promise<void> {
  const end = now + milliseconds
  await settle()
  for (;;) {
    const due = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
    if (!due) break
    timers = timers.filter((timer) => timer !== due)
    now = due.at
    due.run()
    await settle()
  }
  now = end
}

/** Messages arrive later, as on a channel, and never at who sent them. */
function openTab(name: string, work = false, { leadsAtOnce = true } = {}): FakeTab {
  const tab: Omit<FakeTab, 'tabs'> & { tabs?: UploadTabs } = {
    obeyed: [],
    heard: [],
    dismissed: [],
    known: [],
    isBusy: false,
    isLeading: false,
    obey: async () => {},
    uses: 0,
    listed: [],
    breakDown: () => {},
    report: () => {},
    crash() {
      open = open.filter((one) => one !== self)
      open[0]?.lead()
    },
  }
  let hear: (data: unknown) => void = () => {}
  let lead = () => {}
  const self = { name, hear: (data: unknown) => hear(data), lead: () => lead() }
  const channel: TabChannel = {
    postMessage(data: unknown) {
      for (const other of open.filter((one) => one !== self)) queueMicrotask(() => other.hear(structuredClone(data)))
    },
    addEventListener(_: string, listener: unknown) {
      if (typeof listener === 'function') hear = (data) => listener({ data })
    },
    close() {},
  }
  open.push(self)
  tab.tabs = joinUploadTabs({
    tab: name,
    channel,
    whenLeading(take) {
      lead = () => {
        tab.isLeading = true
        take()
      }
      if (leadsAtOnce && open[0] === self) lead()
    },
    openBridge(parts): UploadBridge {
      tab.known.push(parts.known().map(({ id }) => id))
      tab.report = (changes) => parts.onChanges({ items: [], removed: [], order: null, ...changes })
      tab.breakDown = () => {
        if (tab.isBusy) parts.onBroken()
        tab.isBusy = false
      }
      return {
        async execute(command) {
          tab.uses += 1
          if (!tab.obey) {
            tab.breakDown()
            throw new PortalError('client.worker_stopped')
          }
          await tab.obey()
          tab.obeyed.push(command)
        },
        setBusy(isBusy) {
          if (isBusy && !tab.isBusy) tab.uses += 1
          tab.isBusy = isBusy
        },
      }
    },
    list: () => ({ items: tab.listed, removed: [], order: [name] }),
    onChanges: (changes, whole) => void tab.heard.push([changes, whole]),
    onDismissed: (ids) => void tab.dismissed.push(...ids),
    hasWork: () => work,
    runAfter(milliseconds, run) {
      if (milliseconds === 0) setImmediate(run)
      else timers.push({ at: now + milliseconds, run })
    },
    random: () => 0.5,
    onOnline: (run) => void comeOnline.push(run),
  })
  return tab as FakeTab
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const file: JoiningFile = {
  kind: 'file',
  id: 'u1',
  name: 'a',
  folderId: null,
  path: [],
  serverid: 'base',
  file: new Blob(['x']),
  handle: null,
  lastModified: 1,
}
const add: UploadCommand = { kind: 'add', entries: [file] }
const pause: UploadCommand = { kind: 'pause', ids: ['u1'] }

it('lets one tab lead, which carries out what all of them ask for', async () => {
  const [first, second] = [openTab('1'), openTab('2')]
  await settle()
  expect([first.isLeading, second.isLeading]).toEqual([true, false])
  await Promise.all([first.tabs.send(add), second.tabs.send(pause)])
  expect(first.obeyed.map(({ kind }) => kind)).toEqual(['add', 'pause'])
  expect(second.obeyed).toEqual([])
})

it('tells every tab what changes, and one that is new how things stand', async () => {
  const [first, second] = [openTab('1'), openTab('2')]
  await settle()
  second.heard.length = 0
  first.report({ removed: ['u9'] })
  await settle()
  expect(second.heard).toEqual([[{ items: [], removed: ['u9'], order: null }, false]])
  const third = openTab('3')
  await settle()
  expect(third.heard).toEqual([[{ items: [], removed: [], order: ['1'] }, true]])
})

it('goes on in another tab with every file that any tab added', async () => {
  const [first, second, third] = [openTab('1'), openTab('2'), openTab('3')]
  await settle()
  await second.tabs.send(add)
  await first.tabs.send({ kind: 'add', entries: [{ ...file, id: 'u2' }] })
  first.crash()
  expect(second.known).toEqual([['u1', 'u2']])
  second.crash()
  expect(third.known).toEqual([['u1', 'u2']])
})

it('hands its files to a tab that is opened later', async () => {
  const first = openTab('1')
  await first.tabs.send(add)
  const second = openTab('2')
  await settle()
  first.crash()
  expect(second.known).toEqual([['u1']])
})

it('holds no file any longer than it is needed', async () => {
  const [first, second] = [openTab('1'), openTab('2')]
  await first.tabs.send(add)
  await first.tabs.send({ kind: 'add', entries: [{ ...file, id: 'u2' }] })
  first.report({ removed: ['u2'], items: [{ ...item, state: { phase: 'done', file: null } }] })
  await settle()
  first.crash()
  expect(second.known).toEqual([[]])
})

it('starts its worker for what another tab was asked for, when the leader goes away before it has done that', async () => {
  const [first, second] = [openTab('1'), openTab('2')]
  await settle()
  first.obey = () => new Promise(() => {})
  await second.tabs.send(add)
  first.crash()
  expect([second.known, second.isBusy]).toEqual([[['u1']], true])
})

it('carries out what is asked for before it leads', async () => {
  const late = openTab('1', false, { leadsAtOnce: false })
  const sent = late.tabs.send(add)
  await settle()
  expect(late.obeyed).toEqual([])
  open[0]?.lead()
  await sent
  expect(late.obeyed).toEqual([add])
})

it('asks a worker that broke again, once it has started anew', async () => {
  const first = openTab('1')
  first.obey = null
  const sent = first.tabs.send(pause)
  await pass(1999)
  first.obey = async () => {}
  expect(first.uses).toBe(1)
  await pass(1)
  await sent
  expect(first.obeyed).toEqual([pause])
})

const item = { id: 'u1', kind: 'file' as const, name: 'a', size: 1, folderId: null, path: [], kept: true }
const failed = { phase: 'failed', failure: expect.objectContaining({ code: 'client.worker_stopped' }) }

describe('a worker that breaks again and again', () => {
  it('is asked after pauses that grow, and in the end not any more', async () => {
    const first = openTab('1')
    first.obey = null
    void first.tabs.send(pause)
    const uses: number[] = []
    for (const milliseconds of [0, 2000, 4000, 8000, 16_000, 600_000]) {
      await pass(milliseconds)
      uses.push(first.uses)
    }
    expect(uses).toEqual([1, 2, 3, 4, 5, 5])
  })

  it('has all its uploads fail in every tab, also those that it never listed', async () => {
    const [first, second] = [openTab('1'), openTab('2')]
    await settle()
    first.listed = [
      { ...item, id: 'moving', state: { phase: 'checking', md5: 'm', stall: null } },
      { ...item, id: 'paused', state: { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 } },
    ]
    first.obey = null
    void second.tabs.send(add)
    await pass(60_000)
    for (const tab of [first, second]) {
      expect(tab.heard.at(-1)).toEqual([
        {
          items: [
            { ...item, id: 'moving', state: failed },
            { ...item, kept: false, state: failed },
          ],
          removed: [],
          order: null,
        },
        false,
      ])
    }
  })

  it('begins anew with whatever a person asks for next, in any tab', async () => {
    const [first, second] = [openTab('1'), openTab('2')]
    await settle()
    first.obey = null
    const sent = first.tabs.send(add)
    await pass(60_000)
    first.obey = async () => {}
    await Promise.all([sent, second.tabs.send({ kind: 'retry', ids: ['u1'] })])
    await settle()
    expect(first.obeyed.map(({ kind }) => kind)).toEqual(['add', 'retry'])
    // And with as much patience as at first.
    first.obey = null
    void first.tabs.send(pause)
    const { uses } = first
    await pass(60_000)
    expect(first.uses).toBe(uses + 4)
  })

  it('begins anew when the network is back, without which its script may not have come', async () => {
    const first = openTab('1')
    first.obey = null
    const sent = first.tabs.send(add)
    await pass(60_000)
    first.obey = async () => {}
    for (const run of comeOnline) run()
    await sent
    expect(first.isBusy).toBe(true)
    expect(first.obeyed).toEqual([add])
  })

  it('counts once what breaks several commands at once, and not what breaks after a long time', async () => {
    const first = openTab('1', true)
    first.obey = () => new Promise(() => {})
    for (let time = 0; time < 20; time += 1) {
      expect(first.isBusy).toBe(true)
      first.breakDown()
      await pass(60_000)
    }
    expect(first.heard).toEqual([])
    first.obey = null
    void first.tabs.send(pause)
    void first.tabs.send(pause)
    await pass(2000)
    expect(first.obeyed).toEqual([])
    first.obey = async () => {}
    await pass(4000)
    expect(first.obeyed).toEqual([pause, pause])
  })
})

it('starts the worker by itself only when something was left', () => {
  expect(openTab('1').isBusy).toBe(false)
  open = []
  expect(openTab('2', true).isBusy).toBe(true)
})

it('knows whether other tabs are open', async () => {
  const first = openTab('1')
  expect(first.tabs.hasOthers()).toBe(false)
  const second = openTab('2')
  await settle()
  expect([first.tabs.hasOthers(), second.tabs.hasOthers()]).toEqual([true, true])
  second.tabs.leave()
  await settle()
  expect(first.tabs.hasOthers()).toBe(false)
})

it('passes over what it does not understand', async () => {
  const first = openTab('1')
  open[0]?.hear({ kind: 'something new' })
  open[0]?.hear(null)
  expect(first.obeyed).toEqual([])
})

it('takes what somebody dismissed away in all tabs, also when no worker knows of it any more', async () => {
  const [leader, other] = [openTab('a'), openTab('b')]
  await other.tabs.send({ kind: 'dismiss', ids: ['done'] })
  expect(leader.dismissed).toEqual(['done'])
  expect(other.dismissed).toEqual(['done'])
  expect([leader.tabs.leads(), other.tabs.leads()]).toEqual([true, false])
})
