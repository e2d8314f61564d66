/** The steps after a 401; set by the shell, because the transport does not depend on the session. */
export const unauthorizedSteps: {
  /** GET refresh; true when the session was renewed. */
  refresh: () => Promise<boolean>
  /** The native app signs in as user client; true when that worked. */
  loginAsUserClient: (() => Promise<boolean>) | null
  /** Resolves to true when the user signed in again. */
  loginLost: () => Promise<boolean>
} = {
  refresh: () => Promise.resolve(false),
  loginAsUserClient: null,
  loginLost: () => Promise.resolve(false),
}

let renewal: Promise<boolean> | null = null
let renewals = 0

/** How often the session was renewed so far. A call reads it before it starts. */
export function renewalCount(): number {
  return renewals
}

/**
 * Renews the session; concurrent calls share one renewal, and a call whose 401 was under way when a renewal ended (`renewalsBefore` is older) need
 * not renew again. Resolves to whether repeating makes sense.
 */
export function afterUnauthorized(renewalsBefore: number): Promise<boolean> {
  if (renewalsBefore < renewals) return Promise.resolve(true)
  renewal ??= renew().finally(() => {
    renewal = null
  })
  return renewal
}

async function renew(): Promise<boolean> {
  const renewed =
    (await unauthorizedSteps.refresh()) ||
    ((await unauthorizedSteps.loginAsUserClient?.()) ?? false) ||
    (await unauthorizedSteps.loginLost())
  if (renewed) renewals += 1
  return renewed
}
