import * as z from 'zod/mini'
import { id, text } from '../fields.ts'
import { row } from '../row.ts'

export const oam = row({
  name: 'licence.oam',
  method: 'GET',
  path: '/api/base/license/unit_oam',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  input: z.object({ unitId: id }),
  /** True when the unit runs under another operator's brand. */
  answer: z.boolean(),
})

export const unit = row({
  name: 'licence.unit',
  method: 'GET',
  path: '/api/base/license/unit',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  input: z.object({ unitId: id, serverId: text(64, 1) }),
  answer: z.boolean(),
})
