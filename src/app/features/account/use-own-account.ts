import { useEffect, useState } from 'react'
import { ownSessions, ownSignInEvents, type OwnSession, type SignInEvent } from '../../../../contract/calls/account.ts'
import { call } from '../../api/call.ts'

/** What the page shows of the person's devices and sign-ins. */
export type OwnAccount =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; sessions: readonly OwnSession[]; events: readonly SignInEvent[] }

/**
 * Reads the person's devices and sign-ins while online, and again by `reload`. What is shown stays while it is read again, and when that fails:
 * `reload` rejects then.
 */
export function useOwnAccount(online: boolean): {
  account: OwnAccount
  reload: () => Promise<void>
  retry: () => void
} {
  const [account, setAccount] = useState<OwnAccount>({ status: 'loading' })

  useEffect(() => {
    if (!online) return undefined
    const leaving = new AbortController()
    readAccount(leaving.signal).then(setAccount, () => {
      if (!leaving.signal.aborted) setAccount(keepOrFail)
    })
    return () => leaving.abort()
  }, [online])

  return {
    account,
    reload: async () => setAccount(await readAccount()),
    retry() {
      setAccount({ status: 'loading' })
      readAccount().then(setAccount, () => setAccount(keepOrFail))
    },
  }
}

/** Older devices are better than none. */
function keepOrFail(before: OwnAccount): OwnAccount {
  return before.status === 'ready' ? before : { status: 'failed' }
}

async function readAccount(signal?: AbortSignal): Promise<OwnAccount> {
  const options = signal ? { signal } : {}
  const [sessions, events] = await Promise.all([call(ownSessions, {}, options), call(ownSignInEvents, {}, options)])
  return { status: 'ready', sessions, events }
}
