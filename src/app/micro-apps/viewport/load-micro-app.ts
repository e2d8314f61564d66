import * as viewport from '../../../../contract/endpoints/applications/viewport.ts'
import type { Mount } from '../micro-app.ts'
import type { MicroAppTarget } from './viewport-query.ts'

/** `missing`: not installed. `unreachable`: it could not be loaded. `broken`: it is not an application. */
export type MicroAppProblem = 'missing' | 'unreachable' | 'broken'

/** `problem` decides what the user can do about it. */
export class MicroAppError extends Error {
  readonly problem: MicroAppProblem

  constructor(problem: MicroAppProblem, target: MicroAppTarget, cause?: unknown) {
    super(`${target.app}/${target.fileId} is ${problem}`, cause === undefined ? undefined : { cause })
    this.name = 'MicroAppError'
    this.problem = problem
  }
}

/** The environment of loading; `browserPorts` are the real ones. */
export interface LoadPorts {
  loadManifest(signal: AbortSignal, app: string): Promise<unknown>
  /** For the application's own containers alone. */
  loadStyle(signal: AbortSignal, url: string, app: string): Promise<CSSStyleSheet>
  importModule(url: string): Promise<unknown>
  readonly origin: string
}

/** An application's `mount`, and its style where it has one, which is not in effect yet. */
export interface LoadedApp {
  readonly mount: Mount
  readonly style: CSSStyleSheet | null
}

/** Loads an application's style and script. Rejects with MicroAppError, or with the signal's reason. */
export async function loadMicroApp(signal: AbortSignal, target: MicroAppTarget, ports: LoadPorts): Promise<LoadedApp> {
  const manifest = await attempt(signal, target, () => ports.loadManifest(signal, target.app))
  if (manifest === null) throw new MicroAppError('missing', target)
  const parsed = viewport.manifest.response.safeParse(manifest)
  if (!parsed.success) throw new MicroAppError('broken', target, parsed.error)

  const script = parsed.data[`${target.fileId}.js`]
  const style = parsed.data[`${target.fileId}.css`]
  if (script === undefined) throw new MicroAppError('missing', target)
  for (const url of [script, style]) {
    if (url !== undefined && !isOwnPath(url, ports.origin)) throw new MicroAppError('broken', target)
  }

  const [module, sheet] = await attempt(signal, target, () =>
    Promise.all([ports.importModule(script), style === undefined ? null : ports.loadStyle(signal, style, target.app)]),
  )
  if (!hasMount(module)) throw new MicroAppError('broken', target)
  return { mount: module.mount, style: sheet }
}

/** Whether an address is a path of this origin. `//host`, `/\host` and the like leave it although they start with a slash. */
export function isOwnPath(url: string, origin: string): boolean {
  return url.startsWith('/') && URL.canParse(url, origin) && new URL(url, origin).origin === origin
}

function hasMount(module: unknown): module is { mount: Mount } {
  return typeof module === 'object' && module !== null && 'mount' in module && typeof module.mount === 'function'
}

async function attempt<T>(signal: AbortSignal, target: MicroAppTarget, work: () => Promise<T>): Promise<T> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    signal.throwIfAborted()
    throw new MicroAppError('unreachable', target, error)
  }
  signal.throwIfAborted() // An import cannot be stopped; what it brings must not be mounted any more.
  return result
}
