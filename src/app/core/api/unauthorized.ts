import { createRenewal } from '../../../http/renewal.ts'

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

/** The renewal of the session after a 401. */
export const sessionRenewal = createRenewal(
  async () =>
    (await unauthorizedSteps.refresh()) ||
    ((await unauthorizedSteps.loginAsUserClient?.()) ?? false) ||
    (await unauthorizedSteps.loginLost()),
)
