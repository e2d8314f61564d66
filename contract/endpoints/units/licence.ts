import * as z from 'zod/mini'
import { id, text } from '../../fields.ts'
import { get } from '../../endpoint.ts'

export const oam = get({
  name: 'licence.oam',
  path: '/api/base/license/unit_oam',
  permission: null,
  cache: 'session',
  request: z.object({ unitId: id }),
  /** True when the unit runs under another operator's brand. */
  response: z.boolean(),
})

export const unit = get({
  name: 'licence.unit',
  path: '/api/base/license/unit',
  permission: null,
  cache: 'session',
  request: z.object({ unitId: id, serverId: text(64, 1) }),
  response: z.boolean(),
})
