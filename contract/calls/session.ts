import * as z from 'zod/mini'
import { accountLinks } from '../account-links.ts'
import { flag, id, nothing, ownProof, text, unitType, userType } from '../fields.ts'
import { LANGUAGES, LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../limits.ts'
import { row } from '../row.ts'
import { iconGroups, unreadCodeCounts } from './desktop.ts'

/** The signed-in person and their unit (section 3, session/user state). Tokens stay in httpOnly cookies and are not part of it. */
export const sessionUser = z.object({
  userId: id,
  realName: z.string(),
  userType,
  loginName: z.string(),
  avatar: z.nullable(z.string()),
  /** 1 boy, 2 girl, anything else a neutral avatar. */
  sex: z.nullable(z.number()),
  superman: z.boolean(),
  userStatus: z.number(),
  userImgPath: z.nullable(z.string()),
  parentId: z.nullable(id),
  unitId: id,
  unitType,
  unitName: z.string(),
  unitEnName: z.string(),
  unitImgPath: z.string(),
  unitStatus: z.number(),
  /** JSON text of an array of { campusId, name, englishName }. */
  campusUnits: z.string(),
  year: z.string(),
  term: z.string(),
  principal: z.nullable(z.string()),
  prePath: z.string(),
  idPath: z.literal(['spm', 'tm']),
  langType: z.literal(LANGUAGES),
  theme: z.nullable(z.string()),
  themeColor: z.nullable(z.string()),
})
export type SessionUser = z.infer<typeof sessionUser>

/** What the first screen after sign-in needs, sent along with the login answer so that the desktop costs no second round trip. */
export const startData = z.object({
  me: sessionUser,
  icons: iconGroups,
  unread: unreadCodeCounts,
  /** A teacher's or parent's, so that the header does not move when they become known. */
  links: z.optional(accountLinks),
})
export type StartData = z.infer<typeof startData>

export const loginData = z.object({
  unitType,
  unitId: id,
  userType,
  openid: z.optional(z.string()),
  unionid: z.optional(z.string()),
  start: z.optional(startData),
})

export const login = row({
  name: 'session.login',
  method: 'POST',
  path: '/api/uaa/oauth/login',
  encoding: 'form',
  access: 'public',
  noIntercept: true,
  input: z.object({
    username: text(LOGIN_NAME_LENGTH),
    password: text(PASSWORD_LENGTH),
    noIntercept: z.optional(flag),
    /** Asks for `start` in the answer. */
    withStart: z.optional(flag),
    /** A computer that others use too: it does not become a device of this person. */
    shared: z.optional(flag),
    /** The second step: six digits of the authenticator, or a recovery code. */
    otp: z.optional(text(16)),
  }),
  answer: loginData,
})

export const loginUserClient = row({
  name: 'session.loginUserClient',
  method: 'POST',
  path: '/api/uaa/oauth/login_user_client',
  encoding: 'form',
  access: 'public',
  input: z.object({ userClientId: text(256, 1) }),
  answer: loginData,
})

export const relogin = row({
  name: 'session.relogin',
  method: 'POST',
  path: '/api/uaa/oauth/relogin',
  encoding: 'form',
  access: 'public',
  input: z.object({ accessToken: text(4096, 1) }),
  answer: loginData,
})

/**
 * Gives the signed-in person a secret with which another window, application or device of theirs signs in by `relogin`: once, within a minute.
 * Tokens themselves never leave their cookies.
 */
export const handover = row({
  name: 'session.handover',
  method: 'POST',
  path: '/api/uaa/oauth/handover',
  encoding: 'form',
  access: 'session',
  own: true,
  input: nothing,
  answer: z.object({ accessToken: z.string() }),
})

/**
 * Registers the device or application that the person uses as a client that may sign them in; its secret is told this once. A way in that lasts: the password,
 * and a code where the second step is on, show that it is the person who opens it.
 */
export const registerClient = row({
  name: 'session.registerClient',
  method: 'POST',
  path: '/api/uaa/oauth/user_client',
  encoding: 'form',
  access: 'session',
  own: true,
  input: z.object({ name: text(100, 1), ...ownProof }),
  answer: z.object({ userClientId: z.string() }),
})

export const refresh = row({
  name: 'session.refresh',
  method: 'GET',
  path: '/api/uaa/oauth/refresh',
  encoding: 'query',
  access: 'public',
  noIntercept: true,
  input: nothing,
  answer: loginData,
})

export const me = row({
  name: 'session.me',
  method: 'GET',
  path: '/api/uaa/oauth/me',
  encoding: 'query',
  access: 'session',
  noIntercept: true,
  input: nothing,
  answer: sessionUser,
})

export const logout = row({
  name: 'session.logout',
  method: 'POST',
  path: '/api/uaa/oauth/logout',
  encoding: 'form',
  access: 'public',
  noIntercept: true,
  input: nothing,
  answer: z.literal('success'),
})

export const switchLogin = row({
  name: 'session.switchLogin',
  method: 'GET',
  path: '/api/uaa/switch/login',
  encoding: 'query',
  access: [2, 3],
  changes: true,
  input: z.object({ userId: id }),
  answer: loginData,
})
