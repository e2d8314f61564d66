import * as z from 'zod/mini'
import { accountName, calendarDay, filled, id, integer, moment, text, timeOfDay } from '../../fields.ts'
import { get, postJson, type ResponseOf } from '../../endpoint.ts'
import { recordVersion } from '../../record-version.ts'
import { isBase64 } from '../../rules/fields/base64.ts'

// Stations: tablets that record who comes and goes. Their encryption is in contract/attendance-capture.ts.

/** Bytes of a delivery; its picture is encrypted and in base64 twice. */
const DELIVERY_LIMIT = 8 * 1024 * 1024
/** Milliseconds for which the station's own clock alone is believed about a capture. */
export const CAPTURE_LIFE = 30 * 24 * 60 * 60 * 1000
/** Milliseconds within which two equal clock events of a person are one. */
export const CLOCK_IN_GAP = 60_000
/** Characters of a card's number as a station may send it: what is no number is refused with its reason. */
const CODE_MAX = 256
/** The circle for a face: its width in percent of the picture's, and the tolerance in pixels. */
export const GUIDE_WIDTH = { least: 20, most: 60 } as const
export const GUIDE_TOLERANCE = { least: 10, most: 200 } as const

export const direction = z.literal(['in', 'out'])
export type Direction = z.infer<typeof direction>
const directions = z.literal(['in', 'out', 'both'])
export type StationDirection = z.infer<typeof directions>

const nonce = z.string().check(z.regex(/^[\w-]{16}$/))
const base64 = z.string().check(z.refine(isBase64))
const seq = z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const clock = z.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))

const stationFields = { name: filled(64), place: text(128), direction: directions }
const guide = z.object({
  /** Percent of the picture's width; null: the default. */
  width: z.nullable(integer(GUIDE_WIDTH)),
  /** Pixels; null: the default. */
  tolerance: z.nullable(integer(GUIDE_TOLERANCE)),
})

/** The unit's hours, from which a station proposes a direction offline: contract/rules/attendance/proposed-direction.ts. */
export const stationSchedule = z.object({
  /** IANA name. */
  timeZone: z.string(),
  /** The versions of the rules of all groups, which share the stations: in force from the day `from` until before `until` (null: open). */
  times: z.array(
    z.object({
      from: calendarDay,
      until: z.nullable(calendarDay),
      weekdays: z.array(z.number()),
      inBy: timeOfDay,
      outFrom: timeOfDay,
      dayStart: timeOfDay,
    }),
  ),
  markedDays: z.array(z.object({ date: calendarDay, kind: z.literal(['holiday', 'workday']) })),
})

/** Makes the administrator's browser a station. The key, 32 bytes as base64url, is returned this once. */
export const register = postJson({
  name: 'station.register',
  path: '/api/attendance/station/register',
  permission: 'attendance_admin',
  risk: 'gives-credentials',
  licence: 'base',
  request: z.object(stationFields),
  /** `serverTime`: milliseconds since 1970. */
  response: z.object({ stationId: id, key: z.string(), serverTime: z.number(), schedule: stationSchedule }),
})

/** The encrypted content of a greeting. */
export const helloContent = z.object({
  at: clock,
  /** Undelivered captures. */
  pending: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
})

/** Proves the key, and returns the station's settings. Throws 'attendance.station_gone' and 'attendance.seal'. */
export const hello = postJson({
  name: 'station.hello',
  path: '/api/attendance/station/hello',
  access: 'public',
  noIntercept: true,
  /** `sealed`: base64 of the encrypted JSON of `helloContent` with its tag; additional data from `helloData`. */
  request: z.object({ stationId: id, nonce, sealed: base64.check(z.maxLength(1024)) }),
  response: z.object({
    /** Milliseconds since 1970. */
    serverTime: z.number(),
    /** The number of the next accepted capture. */
    nextSeq: z.number(),
    ...stationFields,
    unitName: z.string(),
    unitEnglishName: z.string(),
    revoked: z.literal(false),
    faceOn: z.boolean(),
    guide,
    schedule: stationSchedule,
  }),
})

/**
 * Where a station's two clocks stand. `mono`: milliseconds on a scale that goes on evenly within a `boot`, which begins with each load of the page, and whenever the clock of
 * the device was set or the device slept.
 */
export const clockReading = z.object({
  at: clock,
  boot: z.string().check(z.minLength(1), z.maxLength(64)),
  mono: z.number().check(z.int(), z.minimum(0), z.maximum(8.64e15)),
})
export type ClockReading = z.infer<typeof clockReading>
const { boot, mono } = clockReading.shape

/** The last time of the server that a station got, and where its even scale stood then. */
export const serverAnchor = z.object({ serverTime: clock, boot, mono })
export type ServerAnchor = z.infer<typeof serverAnchor>

/** By the clock of the device: `at + skew` is the server's time if the clock was not set since the skew was measured. Without `boot` from stations of before. */
const whenCaptured = {
  at: clock,
  skew: z.number().check(z.int()),
  boot: z.optional(boot),
  mono: z.optional(mono),
  anchor: z.optional(serverAnchor),
}

/** The encrypted content of a capture. The server finds its time: server/modules/attendance/place-capture.ts. */
export const captureContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('face'),
    ...whenCaptured,
    direction,
    /** Base64 without the data-URL prefix, of a JPEG or PNG. */
    faceImage: z.string().check(z.minLength(1)),
  }),
  z.object({
    kind: z.literal('code'),
    ...whenCaptured,
    direction,
    /** A card's number, or a personal code, as contract/rules/attendance/card-number.ts reads it. */
    code: text(CODE_MAX),
  }),
])
export type CaptureContent = z.infer<typeof captureContent>

const who = {
  ...accountName.shape,
  /** The class with its grade, or the department. */
  groupName: z.string(),
  groupEnglishName: z.string(),
  direction,
}
const recorded = z.object({
  seq: z.number(),
  outcome: z.literal('recorded'),
  ...who,
  at: moment,
  /** null: not evaluated, as on a holiday, without a rule, or after another event of the day. */
  status: z.nullable(z.literal(['on_time', 'late', 'early'])),
  /** How late or early; else 0. */
  minutes: z.number(),
})
/** The person is known, and the time is not: a holder of the right sets it. */
const uncertain = z.object({ seq: z.number(), outcome: z.literal('uncertain'), ...who })
const refused = z.object({
  seq: z.number(),
  outcome: z.literal('refused'),
  /** A code of contract/errors.ts. */
  code: z.string(),
})

/**
 * Delivers the next capture. The same number again returns the same outcome without any change. Each outcome consumes the number, and none is refused for its time. Throws, without
 * consuming it: 'attendance.gap' with `data.expected`, the next number; 'attendance.seal'; 'attendance.station_gone'; and temporary failures such as
 * 'login.slow_down', 'request.rate_limited' and 'server.unavailable'. The header STATION_PROOF of contract/attendance-capture.ts proves the station: a large
 * body is read with it only.
 */
export const deliver = postJson({
  name: 'station.deliver',
  path: '/api/attendance/station/deliver',
  access: 'public',
  noIntercept: true,
  bodyLimit: DELIVERY_LIMIT,
  /**
   * `sealed`: base64 of the encrypted JSON of `captureContent` with its tag; additional data from `captureData`. `present`: of `clockReading` now, with data from
   * `presentData`; a station of before sends none, and gets 'refused' with 'attendance.time_uncertain' in place of 'uncertain'.
   */
  request: z.object({
    stationId: id,
    seq,
    nonce,
    sealed: base64,
    present: z.optional(z.object({ nonce, sealed: base64.check(z.maxLength(1024)) })),
  }),
  response: z.discriminatedUnion('outcome', [recorded, uncertain, refused]),
})
export type Delivered = ResponseOf<typeof deliver>
/** The data of 'attendance.gap'. */
export const gapData = z.object({ expected: z.number() })

const station = z.object({
  stationId: id,
  ...stationFields,
  guide,
  registeredAt: moment,
  registeredBy: accountName,
  lastSeenAt: z.nullable(moment),
  /** Undelivered captures, as last reported. */
  pending: z.number(),
  delivered: z.number(),
  revokedAt: z.nullable(moment),
  version: recordVersion,
})
export type Station = z.infer<typeof station>

const admin = { permission: 'attendance_admin', risk: 'ordinary', licence: 'base' } as const

/** All stations, those in use first, by name. */
export const list = get({
  ...admin,
  name: 'station.list',
  path: '/api/attendance/station/list',
  response: z.array(station),
})

/** Returns the station, which gets the change with its next greeting. */
export const save = postJson({
  ...admin,
  name: 'station.save',
  path: '/api/attendance/station/save',
  saves: station,
  request: z.object({ stationId: id, ...stationFields, guide, version: recordVersion }),
})

/** Ends a station permanently: its calls get 'attendance.station_gone'. */
export const revoke = postJson({
  ...admin,
  name: 'station.revoke',
  path: '/api/attendance/station/revoke',
  request: z.object({ stationId: id }),
  response: station,
})
