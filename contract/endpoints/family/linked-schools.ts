import * as z from 'zod/mini'
import { accountName, id, moment, names, text } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'

// Links between a parent's accounts at several schools. What may be called on behalf of a linked account has `linked` (contract/linked-account.ts).

/** Links of one account. */
export const LINKS_MAX = 5
/** Minutes for which a code can be used, once. */
export const LINK_CODE_MINUTES = 15

export const linkedSchool = z.object({
  linkId: id,
  /** The account at the other school. */
  userId: id,
  /** The name that the other school has of the person. */
  person: accountName,
  /** The school's names, and its address; null where it has none of its own. */
  ...names,
  host: z.nullable(z.string()),
  linkedAt: moment,
  /**
   * Why the link cannot be used now: the other account has a second step and the own one none, has still the password that the school gave, or its school's
   * portal is suspended.
   */
  problem: z.nullable(z.literal(['second_step', 'first_password', 'suspended'])),
})
export type LinkedSchool = z.infer<typeof linkedSchool>

/** Changes answer with the links that are left or made. */
const parents = { access: [3], permission: null, response: z.array(linkedSchool) } as const

/** The caller's links, the oldest first. */
export const linkedSchools = get({
  ...parents,
  name: 'account.links',
  path: '/api/uaa/account/links',
})

/** Makes a code that is typed in the portal of the other school. It is in this answer alone, and ends the one before. */
export const createLinkCode = postJson({
  name: 'account.createLinkCode',
  path: '/api/uaa/account/link_code',
  access: [3],
  permission: null,
  response: z.object({ code: z.string(), expiresAt: moment }),
})

/**
 * Links the caller's account with the one that made the code. Throws 'link.code_invalid', 'link.own_school', 'link.already', 'link.limit', and
 * 'login.slow_down' or 'request.rate_limited' after too many wrong codes.
 */
export const link = postJson({
  ...parents,
  name: 'account.link',
  path: '/api/uaa/account/link',
  /** Hyphens, spaces and the case do not count. */
  request: z.object({ code: text(40) }),
})

/** Removes a link, on both sides. Throws 'link.gone'. */
export const unlink = postJson({
  ...parents,
  name: 'account.unlink',
  path: '/api/uaa/account/unlink',
  request: z.object({ linkId: id }),
})
