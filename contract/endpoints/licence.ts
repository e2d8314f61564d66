import * as z from 'zod/mini'
import { id, text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

export const oam = endpoint({
  name: 'licence.oam',
  method: 'GET',
  path: '/api/base/license/unit_oam',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  request: z.object({ unitId: id }),
  /** True when the unit runs under another operator's brand. */
  response: z.boolean(),
})

export const unit = endpoint({
  name: 'licence.unit',
  method: 'GET',
  path: '/api/base/license/unit',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  request: z.object({ unitId: id, serverId: text(64, 1) }),
  response: z.boolean(),
})
