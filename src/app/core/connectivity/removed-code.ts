/** Milliseconds; without an answer the network is to blame. */
const WAIT = 5000
/** A file of the build in an error's text; WebKit names none. */
const NAMED = /\/assets\/[\w.-]+/

/**
 * Whether code that could not be loaded is no longer on the server, because releases since this page was loaded replaced it: only a new document names files
 * that are there. The page's own script is asked for too, as errors may name a file that imports the missing one, or none. Never rejects.
 */
export async function isCodeRemoved(cause: unknown): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[src*="/assets/"]')?.src
  const answers = await Promise.all([NAMED.exec(String(cause))?.[0], own].map(isRemoved))
  return answers.includes(true)
}

async function isRemoved(file: string | undefined): Promise<boolean> {
  if (file === undefined) return false
  try {
    // Not with GET, which the service worker answers from its cache.
    const answer = await fetch(file, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(WAIT) })
    return answer.status === 404
  } catch {
    return false
  }
}
