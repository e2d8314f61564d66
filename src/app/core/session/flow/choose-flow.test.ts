import { describe, expect, it } from 'vitest'
import { chooseFlow, isAskedByAddress, type Flow, type FlowChoice } from './choose-flow.ts'

const ALL = { password: true, accessToken: true, userClient: true }
const REMEMBERS = { remembers: true, loggedOut: false, attempts: 0 }

function choose(address: string, given: Partial<FlowChoice> = {}): Flow {
  const { pathname, searchParams } = new URL(address, 'http://school.example')
  return chooseFlow({
    path: pathname,
    query: searchParams,
    environment: 'browser',
    stored: { remembers: false, loggedOut: false, attempts: 0 },
    methods: ALL,
    ticketName: 'ticket',
    autoLogin: true,
    ...given,
  })
}

describe('each way, alone', () => {
  it.each<[string, Flow]>([
    ['/oauth/authorize?client_id=c1', { kind: 'authorize', clientId: 'c1' }],
    ['/login?cid=u1', { kind: 'user-client', userClientId: 'u1' }],
    ['/login?username=%20a%20&password=b', { kind: 'password', form: { username: 'a', password: 'b' } }],
    ['/login?accessToken=t1', { kind: 'access-token', accessToken: 't1' }],
    ['/login?ticket=T-1', { kind: 'ticket', ticket: 'T-1' }],
    ['/login?state=oidc&code=c', { kind: 'social', state: 'oidc', code: 'c', token: null, iss: null, error: null }],
    ['/login?state=oidc&token=t', { kind: 'social', state: 'oidc', code: null, token: 't', iss: null, error: null }],
    [
      '/login?state=s&code=c&iss=https%3A%2F%2Fi',
      { kind: 'social', state: 's', code: 'c', token: null, iss: 'https://i', error: null },
    ],
    [
      '/login?state=s&error=access_denied',
      { kind: 'social', state: 's', code: null, token: null, iss: null, error: 'access_denied' },
    ],
    ['/login', { kind: 'form' }],
  ])('%s', (address, flow) => {
    expect(choose(address)).toEqual(flow)
  })

  it('WeCom and WeChat browsers go to their provider', () => {
    expect(choose('/login', { environment: 'wecom' })).toEqual({ kind: 'wechat', provider: 'qy' })
    expect(choose('/login', { environment: 'wechat' })).toEqual({ kind: 'wechat', provider: 'mp' })
  })

  it('what is remembered comes last', () => {
    expect(choose('/login', { stored: REMEMBERS })).toEqual({ kind: 'remembered' })
  })

  it('what is remembered is no answer to a request that asks the person', () => {
    expect(choose('/login', { stored: REMEMBERS, asksThePerson: true })).toEqual({ kind: 'form' })
  })
})

/** The specification's order, each with what asks for it. */
const ORDER: [Flow['kind'], string][] = [
  ['authorize', 'client_id=c'],
  ['user-client', 'cid=u'],
  ['password', 'username=a&password=b'],
  ['access-token', 'accessToken=t'],
  ['ticket', 'ticket=T'],
  ['social', 'state=s&code=c&token=t'],
]

describe('the order', () => {
  const pairs = ORDER.flatMap(([first, a], index) =>
    ORDER.slice(index + 1).map(([second, b]) => [first, second, `${b}&${a}`] as const),
  )
  it.each(pairs)('%s goes before %s, whatever stands first in the address', (first, _, query) => {
    expect(choose(`/oauth/authorize?${query}`).kind).toBe(first)
  })

  it.each(ORDER)('%s goes before WeChat and what is remembered', (kind, query) => {
    const { kind: chosen } = choose(`/oauth/authorize?${query}`, { environment: 'wechat', stored: REMEMBERS })
    expect(chosen).toBe(kind)
  })

  it('WeChat goes before what is remembered', () => {
    expect(choose('/login', { environment: 'wechat', stored: REMEMBERS }).kind).toBe('wechat')
  })
})

describe('what could be confused', () => {
  it.each([
    ['client_id on a page that is no authorization', '/login?client_id=c'],
    ['an authorization without client_id', '/oauth/authorize?scope=openid'],
    ['an empty client_id', '/oauth/authorize?client_id='],
    ['a username without a password', '/login?username=a'],
    ['a password without a username', '/login?password=b'],
    ['an empty username', '/login?username=%20&password=b'],
    ['a code without a state', '/login?code=c'],
    ['a token without a state, which is no accessToken', '/login?token=t'],
    ['a state alone', '/login?state=s'],
    ['an error without a state', '/login?error=access_denied'],
    ['an error with a state elsewhere than at the login', '/pages/files/pc_files_tm/index.html?state=s&error=e'],
    ['an empty code', '/login?state=s&code='],
    ['an empty cid', '/login?cid='],
    ['an empty ticket', '/login?ticket='],
    ['a parameter in other letters', '/login?CID=u&accesstoken=t'],
  ])('%s is none', (_, address) => {
    expect(choose(address)).toEqual({ kind: 'form' })
  })

  it('the ticket has the name that the school chose, and only that', () => {
    expect(choose('/login?st=T', { ticketName: 'st' })).toEqual({ kind: 'ticket', ticket: 'T' })
    expect(choose('/login?ticket=T', { ticketName: 'st' }).kind).toBe('form')
  })
})

describe('what was tried already', () => {
  it('leaves an authorization, then WeChat, to the next way of the order', () => {
    const given = { environment: 'wechat', stored: REMEMBERS } as const
    const address = '/oauth/authorize?client_id=c'
    expect(choose(address, { ...given, tried: ['authorize'] })).toEqual({ kind: 'wechat', provider: 'mp' })
    expect(choose(address, { ...given, tried: ['authorize', 'wechat'] })).toEqual({ kind: 'remembered' })
  })
})

describe('what the unit does not allow', () => {
  it.each(['cid=u', 'username=a&password=b', 'accessToken=t'])('%s is refused where nothing was allowed', (query) => {
    expect(choose(`/login?${query}`, { methods: {} })).toEqual({ kind: 'not-allowed' })
    expect(
      choose(`/login?${query}`, { methods: { password: false, accessToken: false, userClient: false } }).kind,
    ).toBe('not-allowed')
  })

  it('the next way of the order takes its turn', () => {
    const address = '/login?cid=u&username=a&password=b&accessToken=t'
    expect(choose(address, { methods: { password: true, accessToken: true } }).kind).toBe('password')
    expect(choose(address, { methods: { accessToken: true } }).kind).toBe('access-token')
    expect(choose(`${address}&ticket=T`, { methods: {} }).kind).toBe('ticket')
    expect(choose(address, { methods: {}, stored: REMEMBERS, environment: 'wechat' }).kind).toBe('not-allowed')
  })
})

describe('auto-login', () => {
  it.each([
    ['nothing is remembered', { stored: { ...REMEMBERS, remembers: false } }],
    ['the person signed out', { stored: { ...REMEMBERS, loggedOut: true } }],
    ['four attempts were made', { stored: { ...REMEMBERS, attempts: 4 } }],
    ['it is turned off', { stored: REMEMBERS, autoLogin: false }],
  ])('does not run when %s', (_, given) => {
    expect(choose('/login', given)).toEqual({ kind: 'form' })
  })

  it('runs a fourth time after three', () => {
    expect(choose('/login', { stored: { ...REMEMBERS, attempts: 3 } }).kind).toBe('remembered')
  })
})

it('knows which ways the address itself asks for', () => {
  expect(ORDER.map(([, query]) => isAskedByAddress(choose(`/oauth/authorize?${query}`)))).toEqual(ORDER.map(() => true))
  expect(isAskedByAddress({ kind: 'remembered' })).toBe(false)
  expect(isAskedByAddress({ kind: 'wechat', provider: 'mp' })).toBe(false)
  expect(isAskedByAddress({ kind: 'form' })).toBe(false)
})
