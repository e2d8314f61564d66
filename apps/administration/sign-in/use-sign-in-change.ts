import type * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/endpoint.ts'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { usePortal } from '../portal-context.ts'

/** A change that returns the settings of sign-in, which are shown at once. Login pages that devices have stored follow. `done` and `failed` as in `useChange`. */
export function useSignInChange<Sent>(
  change:
    | Endpoint<z.core.$ZodType<unknown, Sent>, typeof signInAdmin.settings.response>
    | ((sent: Sent) => Promise<signInAdmin.SignInSettings>),
  told: {
    readonly done: string | ((settings: signInAdmin.SignInSettings, sent: Sent) => string)
    readonly failed?: string
  },
) {
  const call = useCall()
  const portal = usePortal()
  return useChange(
    async (sent: Sent) => {
      const settings = await (typeof change === 'function' ? change(sent) : call(change, sent))
      portal.renewUnit()
      return settings
    },
    { ...told, shows: endpointQuery(signInAdmin.settings, {}) },
  )
}
