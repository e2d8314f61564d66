import * as z from 'zod/mini'
import { code, text } from '../../fields.ts'
import { get, postForm, postJson } from '../../endpoint.ts'
import { recordVersion } from '../../record-version.ts'
import { PASSWORD_LENGTH } from '../../limits.ts'
import { isNetwork } from '../../rules/fields/network.ts'

// What a unit asks of its administrators besides permissions: a second factor, and networks that they come from.

export const ADMIN_NETWORKS_MAX = 32

/** Addresses and networks; none: administration from everywhere. */
export const adminNetworks = z.array(z.string().check(z.trim())).check(
  z.maxLength(ADMIN_NETWORKS_MAX, code('field.networks')),
  z.refine((all) => all.every(isNetwork), code('field.networks')),
)

const adminProtection = z.object({
  secondFactor: z.boolean(),
  networks: z.array(z.string()),
  /** The caller's own, as the portal sees it. */
  address: z.string(),
  version: recordVersion,
})
export type AdminProtection = z.infer<typeof adminProtection>

export const readAdminProtection = get({
  name: 'admin.protection',
  path: '/api/uaa/admin/sign_in/protection',
  permission: 'base_unit',
  risk: 'ordinary',
  response: adminProtection,
})

/** Refused for a caller who would be locked out, and with 'record.changed'. */
export const saveAdminProtection = postJson({
  name: 'admin.saveProtection',
  path: '/api/uaa/admin/sign_in/save_protection',
  permission: 'base_unit',
  risk: 'removes-protection',
  riskInPart: true,
  saves: adminProtection,
  request: z.object({ secondFactor: z.boolean(), networks: adminNetworks, version: recordVersion }),
})

/**
 * Whether the administration is open to this session, for pages that explain why not. `secondFactor` says what is missing: nothing, a code of the user's
 * authenticator, a sign-in with their passkey, or a factor that they have not set up yet.
 */
export const adminAccess = get({
  name: 'session.adminAccess',
  path: '/api/uaa/account/admin_access',
  permission: null,
  response: z.object({
    network: z.boolean(),
    address: z.string(),
    secondFactor: z.literal(['ok', 'code', 'passkey', 'none']),
  }),
})

/** Proves the second factor in a running session, which counts then like one that began with it. */
export const proveSecondFactor = postForm({
  name: 'totp.prove',
  path: '/api/uaa/account/second_step/prove',
  permission: null,
  request: z.object({ password: text(PASSWORD_LENGTH, 1), otp: text(16, 1) }),
})
