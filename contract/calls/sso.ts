import * as z from 'zod/mini'
import { nothing, text } from '../fields.ts'
import { row } from '../row.ts'

const unitHost = z.optional(text(255))

export const webauth = row({
  name: 'sso.webauth',
  method: 'POST',
  path: '/api/uaa/shiyue_webauth',
  encoding: 'form',
  access: 'session',
  input: z.object({
    response_type: text(32, 1),
    client_id: text(128, 1),
    redirect_uri: text(2048, 1),
    state: z.optional(text(1024)),
    unitHost,
    scope: z.optional(text(512)),
  }),
  answer: z.union([z.string(), z.object({ code: z.string(), state: z.optional(z.string()) })]),
})

export const social = row({
  name: 'sso.social',
  method: 'POST',
  path: '/api/uaa/social/{state}',
  encoding: 'form',
  access: 'public',
  input: z.object({
    state: text(256, 1),
    code: z.optional(text(2048)),
    token: z.optional(text(4096)),
    deviceId: z.optional(text(256)),
    unitHost,
  }),
  answer: z.unknown(),
})

const providerInfo = z.object({ providerAppId: z.string() })

export const weComInfo = row({
  name: 'sso.weComInfo',
  method: 'GET',
  path: '/api/uaa/social/qy_info',
  encoding: 'query',
  access: 'public',
  input: z.object({ unitHost }),
  answer: providerInfo,
})

export const weChatInfo = row({
  name: 'sso.weChatInfo',
  method: 'GET',
  path: '/api/uaa/social/mp_info',
  encoding: 'query',
  access: 'public',
  input: z.object({ unitHost }),
  answer: providerInfo,
})

export const providers = row({
  name: 'sso.providers',
  method: 'GET',
  path: '/api/uaa/social/info',
  encoding: 'query',
  access: 'public',
  input: nothing,
  answer: z.array(
    z.object({
      id: z.string(),
      providerId: z.string(),
      providerAppId: z.string(),
      providerApplicationId: z.nullable(z.string()),
      providerAppLoginUrl: z.nullable(z.string()),
      logo: z.string(),
    }),
  ),
})

/** The path and the parameter's name are configurable per unit; this is the default path. */
export const ticket = row({
  name: 'sso.ticket',
  method: 'GET',
  path: '/api/uaa/ticket/login',
  encoding: 'query',
  access: 'public',
  input: z.object({ ticket: text(2048, 1), unitHost }),
  answer: z.unknown(),
})

export const externalLoginUrl = row({
  name: 'sso.externalLoginUrl',
  method: 'GET',
  path: '/api/sso/select/login/url',
  encoding: 'query',
  access: 'session',
  input: nothing,
  answer: z.string(),
})
