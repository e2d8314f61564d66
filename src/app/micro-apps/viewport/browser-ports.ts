import * as calls from '../../../../contract/endpoints/viewport.ts'
import { CallError } from '../../core/api/call-error.ts'
import { call } from '../../core/api/call.ts'
import type { LoadPorts } from './load-micro-app.ts'

/** The style element of an address; build tools add those of chunks. */
function findStyle(url: string): HTMLLinkElement | undefined {
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  return Array.from(styles).find((link) => link.getAttribute('href') === url)
}

/** Adds a style to the page, or waits for an existing one. It stays when the application closes, for its next use. */
function addStyle(url: string): Promise<void> {
  const present = findStyle(url)
  if (present?.sheet) return Promise.resolve()
  const link = present ?? document.createElement('link')
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener(
      'error',
      () => {
        link.remove() // The next attempt must ask again.
        reject(new Error(`the style ${url} did not arrive`))
      },
      { once: true },
    )
    if (present) return
    link.rel = 'stylesheet'
    link.href = url
    document.head.append(link)
  })
}

async function loadManifest(signal: AbortSignal, app: string): Promise<unknown> {
  try {
    return await call(calls.manifest, { app }, { signal })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 404) return null
    if (error.failure.kind === 'answer') return undefined // It arrived, and is no manifest.
    throw error
  }
}

export const browserPorts: LoadPorts = {
  loadManifest,
  addStyle,
  importModule: (url) => import(/* @vite-ignore */ url),
  get origin() {
    return location.origin
  },
}
