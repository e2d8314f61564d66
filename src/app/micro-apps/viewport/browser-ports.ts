import * as viewport from '../../../../contract/endpoints/applications/viewport.ts'
import { CallError } from '../../core/api/call-error.ts'
import { call } from '../../core/api/call.ts'
import { scopeStyle } from './scope-style.ts'
import type { LoadPorts } from './load-micro-app.ts'

/** Loads a style sheet, not yet in effect, that reaches only into the application's own containers. Rejects when it does not arrive. */
async function loadStyle(signal: AbortSignal, url: string, app: string): Promise<CSSStyleSheet> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`the style ${url} did not arrive`)
  const css = await response.text()
  // An older browser gets it whole; the names of bundled applications' classes keep them apart there.
  return new CSSStyleSheet().replace('CSSScopeRule' in globalThis ? scopeStyle(css, app) : css)
}

async function loadManifest(signal: AbortSignal, app: string): Promise<unknown> {
  try {
    return await call(viewport.manifest, { app }, { signal })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 404) return null
    if (error.failure.kind === 'answer') return undefined // It arrived, and is no manifest.
    throw error
  }
}

export const browserPorts: LoadPorts = {
  loadManifest,
  loadStyle,
  importModule: (url) => import(/* @vite-ignore */ url),
  get origin() {
    return location.origin
  },
}
