import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import * as z from 'zod/mini'
import { networkOf, processorOf, resolverRulesOf, type Conditions } from './conditions.ts'
import { connectDevTools, type DevToolsEvent } from './devtools-pipe.ts'
import { NetworkLog } from './network-log.ts'
import { createPage, type Page } from './page.ts'
import { CHROMIUM_FLAGS } from '../../support/browser/chromium-flags.ts'
import { until } from '../../support/until.ts'
import { PROBE_BINDING, probeScript, type ProbeOptions } from './page-probe.ts'

const SWITCHES = [
  '--headless',
  ...CHROMIUM_FLAGS,
  '--disable-default-apps',
  '--disable-extensions',
  '--mute-audio',
  '--hide-scrollbars',
  '--password-store=basic',
  '--use-mock-keychain',
  '--lang=en-US',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
]
const VIEWPORT = { width: 1366, height: 768, deviceScaleFactor: 1, mobile: false }
/** Targets with a network of their own; everything else (tabs, the browser's own pages) is let through untouched. */
const NETWORKED = new Set(['page', 'iframe', 'worker', 'shared_worker', 'service_worker'])
const CLOSE_PATIENCE = 10_000
const ANSWER_PATIENCE = 5000

const attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string() }),
  waitingForDebugger: z.boolean(),
})
const detached = z.object({ sessionId: z.string() })
const processes = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) })
const createdTarget = z.object({ targetId: z.string() })

export interface BrowserOptions {
  /** The profile's folder; the same folder again is the same browser started again. */
  readonly profile: string
  readonly conditions: Conditions
  readonly probe: ProbeOptions
  /** SHA-256 of the public key of a self-signed certificate to trust, in base64. */
  readonly trustedKey?: string | undefined
  /** More of the command line. */
  readonly switches?: readonly string[]
}

export interface Browser {
  readonly network: NetworkLog
  openPage(): Promise<Page>
  /** The answers to a command of all pages and workers that are there; without those that are too busy to give one soon. */
  askAll(method: string, params?: object): Promise<unknown[]>
  /** The processes in which pages and their workers run. */
  pageProcesses(): Promise<number[]>
  /** Looks at the network no more, in what is open and in what is to come: watching a chunk costs more than watching one large request. */
  leaveNetwork(): Promise<void>
  close(): Promise<void>
}

/** Starts Chromium with the protocol on pipes, so that service workers are held back and counted as pages are. */
export async function launchBrowser({
  profile,
  conditions,
  probe,
  trustedKey,
  switches = [],
}: BrowserOptions): Promise<Browser> {
  const program = process.env['PORTAL_CHROMIUM']
  if (!program) throw new Error('PORTAL_CHROMIUM names no browser')
  const child = spawn(
    program,
    [
      ...SWITCHES,
      ...switches,
      // Trusted by key, because Chromium keeps nothing in its HTTP cache when certificate errors are ignored altogether.
      ...(trustedKey ? [`--ignore-certificate-errors-spki-list=${trustedKey}`] : []),
      `--host-resolver-rules=${resolverRulesOf(conditions)}`,
      `--window-size=${VIEWPORT.width},${VIEWPORT.height}`,
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const exited = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve())
    child.once('error', reject)
  })
  const [toBrowser, fromBrowser] = [child.stdio[3], child.stdio[4]]
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new Error('the browser has no pipes')

  const network = new NetworkLog()
  const targetTypes = new Map<string, string>()
  /** Pages that are held back and probed: target id to session id. */
  const ready = new Map<string, string>()
  const listeners = new Set<(event: DevToolsEvent) => void>()
  const watched = new Set<string>()
  let watching = true
  const devTools = connectDevTools(toBrowser, fromBrowser, (event) => {
    if (event.method === 'Target.attachedToTarget') void prepare(event.params)
    if (event.method === 'Target.detachedFromTarget') {
      const { sessionId } = z.parse(detached, event.params)
      targetTypes.delete(sessionId)
      network.forgetTarget(sessionId)
    }
    network.take(event, targetTypes.get(event.sessionId ?? '') !== 'service_worker')
    for (const listener of listeners) listener(event)
  })

  async function prepare(params: unknown): Promise<void> {
    const { sessionId, targetInfo, waitingForDebugger } = z.parse(attached, params)
    const { type, targetId } = targetInfo
    targetTypes.set(sessionId, type)
    // A target may go away, or not know a command, while it is being prepared: the measurement then lacks nothing.
    const send = (method: string, options?: object): Promise<unknown> =>
      devTools.send(method, options, sessionId).catch(() => undefined)
    const steps: Promise<unknown>[] = []
    if (watching && NETWORKED.has(type)) {
      watched.add(sessionId)
      steps.push(send('Network.enable'), send('Network.emulateNetworkConditions', networkOf(conditions)))
    }
    if (type === 'page' || type === 'iframe') {
      steps.push(send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }))
      steps.push(send('Emulation.setCPUThrottlingRate', processorOf(conditions)))
    }
    if (type === 'page') {
      steps.push(
        send('Page.enable'),
        send('Runtime.enable'),
        send('Runtime.addBinding', { name: PROBE_BINDING }),
        send('Page.addScriptToEvaluateOnNewDocument', { source: probeScript(probe) }),
        send('Emulation.setDeviceMetricsOverride', VIEWPORT),
        send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      )
      // Workers must not wait for these answers: their target answers only once it runs.
      await Promise.all(steps)
    }
    if (waitingForDebugger) await send('Runtime.runIfWaitingForDebugger')
    if (type === 'page') ready.set(targetId, sessionId)
  }

  await devTools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
  return {
    network,
    async openPage() {
      const { targetId } = z.parse(createdTarget, await devTools.send('Target.createTarget', { url: 'about:blank' }))
      const sessionId = await until(() => ready.get(targetId))
      await devTools.send('Target.activateTarget', { targetId })
      const page = createPage((method, params) => devTools.send(method, params, sessionId))
      listeners.add((event) => {
        if (event.sessionId === sessionId) page.take(event)
      })
      return page
    },
    async askAll(method, params) {
      const sessions = [...targetTypes].filter(([, type]) => type === 'page' || type === 'worker')
      const answers = await Promise.allSettled(sessions.map(([id]) => soon(devTools.send(method, params, id))))
      return answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    async pageProcesses() {
      const { processInfo } = z.parse(processes, await devTools.send('SystemInfo.getProcessInfo'))
      return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    },
    async leaveNetwork() {
      watching = false
      await Promise.allSettled([...watched].map((sessionId) => devTools.send('Network.disable', {}, sessionId)))
    },
    async close() {
      devTools.send('Browser.close').catch(() => undefined)
      const deadline = setTimeout(() => child.kill('SIGKILL'), CLOSE_PATIENCE)
      await exited.finally(() => clearTimeout(deadline))
    },
  }
}

/** The promise, which rejects when it takes longer than an answer may. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ANSWER_PATIENCE)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
