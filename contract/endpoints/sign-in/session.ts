import * as z from 'zod/mini'
import { accountLinks } from '../../account-links.ts'
import { flag, id, ownProof, text, unitType, userType } from '../../fields.ts'
import { LANGUAGES, LOGIN_NAME_LENGTH, PASSWORD_LENGTH } from '../../limits.ts'
import { get, postForm } from '../../endpoint.ts'
import { iconGroups, unreadCodeCounts } from '../desktop/desktop.ts'

/** The signed-in user and their unit (section 3, session/user state). Tokens stay in httpOnly cookies and are not part of it. */
export const sessionUser = z.object({
  userId: id,
  realName: z.string(),
  /** Absent on a desktop that was kept from before; '' where the school has none. */
  englishName: z.optional(z.string()),
  userType,
  loginName: z.string(),
  avatar: z.nullable(z.string()),
  /** 1 boy, 2 girl, anything else a neutral avatar. */
  sex: z.nullable(z.number()),
  /** The operator of the platform, who has the system administrator's role in the unit of the account. */
  superman: z.boolean(),
  userImgPath: z.nullable(z.string()),
  parentId: z.nullable(id),
  unitId: id,
  unitType,
  unitName: z.string(),
  unitEnName: z.string(),
  unitImgPath: z.string(),
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
  /** Codes granted for the desktop and its settings; those of an application are in its tree. */
  permissions: z.array(z.string()),
  /** The password was given by the school: the page asks for another one before anything else. */
  firstPassword: z.optional(z.boolean()),
})
export type SessionUser = z.infer<typeof sessionUser>

/** The data of the first screen after a sign-in, sent with the response, so that the desktop needs no second round trip. */
export const startData = z.object({
  me: sessionUser,
  icons: iconGroups,
  unread: unreadCodeCounts,
  /** Of teachers and parents, so that the header does not move later. */
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

/** What a sign-in may ask for. */
export const loginOptions = {
  /** Requests `start` in the response. */
  withStart: z.optional(flag),
  /** A shared computer, which does not become a known device. */
  shared: z.optional(flag),
}

const signIn = { access: 'public', response: loginData } as const
const quietSignIn = { ...signIn, noIntercept: true } as const

export const login = postForm({
  ...quietSignIn,
  name: 'session.login',
  path: '/api/uaa/oauth/login',
  request: z.object({
    username: text(LOGIN_NAME_LENGTH),
    password: text(PASSWORD_LENGTH),
    noIntercept: z.optional(flag),
    ...loginOptions,
    /** The second step: six digits of the authenticator, or a recovery code. */
    otp: z.optional(text(16)),
  }),
})

export const loginUserClient = postForm({
  ...signIn,
  name: 'session.loginUserClient',
  path: '/api/uaa/oauth/login_user_client',
  request: z.object({ userClientId: text(256, 1) }),
})

export const relogin = postForm({
  ...signIn,
  name: 'session.relogin',
  path: '/api/uaa/oauth/relogin',
  request: z.object({ accessToken: text(4096, 1) }),
})

/**
 * Returns a secret with which another window, application or device of the user signs in by `relogin`: once, within a minute. Tokens themselves never
 * leave their cookies.
 */
export const handover = postForm({
  name: 'session.handover',
  path: '/api/uaa/oauth/handover',
  permission: null,
  response: z.object({ accessToken: z.string() }),
})

/**
 * Registers the device or application as a client that may sign the user in; its secret is returned once. Because the client stays valid, the call
 * needs the password, and a code with a second step.
 */
export const registerClient = postForm({
  name: 'session.registerClient',
  path: '/api/uaa/oauth/user_client',
  permission: null,
  request: z.object({ name: text(100, 1), ...ownProof }),
  response: z.object({ userClientId: z.string() }),
})

export const refresh = get({
  ...quietSignIn,
  name: 'session.refresh',
  path: '/api/uaa/oauth/refresh',
})

export const me = get({
  name: 'session.me',
  path: '/api/uaa/oauth/me',
  permission: null,
  noIntercept: true,
  response: sessionUser,
})

export const logout = postForm({
  name: 'session.logout',
  path: '/api/uaa/oauth/logout',
  access: 'public',
  noIntercept: true,
  /** At a shared computer the browser is told to clear what it keeps of the portal. */
  request: z.object({ shared: z.optional(flag) }),
})

export const switchLogin = get({
  name: 'session.switchLogin',
  path: '/api/uaa/switch/login',
  access: [2, 3],
  permission: null,
  changes: true,
  request: z.object({ userId: id }),
  response: loginData,
})
