import * as z from 'zod/mini'
import { flag, id, moment } from '../fields.ts'
import { row } from '../row.ts'

const PICTURE_LIMIT = 8 * 1024 * 1024
/** Base64 without the data-URL prefix. */
const faceImage = z.string().check(z.minLength(1), z.maxLength(PICTURE_LIMIT))
const picture = z.object({ faceImage, noIntercept: z.optional(flag) })

export const login = row({
  name: 'face.login',
  method: 'POST',
  path: '/api/uaa/oauth/login/face',
  encoding: 'form',
  access: 'public',
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  input: picture,
  answer: z.unknown(),
})

export const clockIn = row({
  name: 'face.clockIn',
  method: 'POST',
  path: '/api/uaa/login/face/clocking',
  encoding: 'form',
  access: 'public',
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  input: picture,
  answer: z.unknown(),
})

export const enrol = row({
  name: 'face.enrol',
  method: 'POST',
  path: '/api/uaa/face/check',
  encoding: 'form',
  access: 'session',
  noIntercept: true,
  bodyLimit: PICTURE_LIMIT,
  input: z.object({ faceImage, userId: id, noIntercept: z.optional(flag) }),
  answer: z.unknown(),
})

export const details = row({
  name: 'face.details',
  method: 'GET',
  path: '/api/uaa/face/user',
  encoding: 'query',
  access: 'session',
  input: z.object({ userId: id }),
  answer: z.object({ faceImage: z.nullable(z.string()), registerTime: z.nullable(moment), userId: id }),
})
