import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { isAdministrative } from '../../contract/permissions.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { isSecretName } from '../../contract/rules/secret-fields.ts'
import type { Tx } from '../db/database.ts'
import { adminEvent } from '../db/tables.generated.ts'

/** What was changed, without secrets and without names of people: the trail joins those. */
export interface AdminChange {
  readonly target?: AdminTarget | undefined
  readonly changes?: Readonly<Record<string, unknown>>
}

export interface AdminTarget {
  readonly kind:
    | 'person'
    | 'pupil'
    | 'client'
    | 'provider'
    | 'station'
    | 'rule'
    | 'message'
    | 'correction'
    | 'uncertainTime'
    | 'absence'
    | 'campus'
    | 'grade'
    | 'class'
    | 'department'
    | 'subject'
    | 'import'
    | 'role'
    | 'year'
    | 'application'
    | 'publication'
    | 'unit'
    | 'job'
  readonly id: string
}

/** Writes an event into the trail, in the transaction of the change. */
export type RecordChange = (tx: Tx, change?: AdminChange) => Promise<void>

/** Whether an endpoint changes something with an administrator's right: each such call leaves an event. */
export function isRecorded({ method, changes, access, permission }: AnyEndpoint): boolean {
  const byAdministrator = access === 'admin' || (permission != null && isAdministrative(permission))
  return byAdministrator && (method === 'POST' || changes === true)
}

/** The trail of one call. */
export function openTrail(endpoint: AnyEndpoint, request: FastifyRequest) {
  const made: AdminChange[] = []
  const record: RecordChange = async (tx, change = {}) => {
    await tx.insert(adminEvent).values(eventOf(endpoint, request, 'changed', change))
    made.push(change)
  }
  return {
    record,
    /** Whether the call should have left an event and did not. */
    isMissing: () => made.length === 0 && isRecorded(endpoint),
    /** Once the change is committed. */
    log() {
      const { userId: actor, unitId } = request.callContext?.session ?? {}
      const by = { actor, unitId, action: endpoint.name, address: request.ip }
      for (const { target, changes = {} } of made)
        request.log.info({ ...by, target: target?.id, changes: describeChanges(changes) }, 'administration')
    },
  }
}

/** Records that a person without the right called an endpoint of administrators, once an hour for each endpoint. */
export async function recordRefusal(endpoint: AnyEndpoint, request: FastifyRequest, error: unknown): Promise<void> {
  const session = request.callContext?.session
  if (!session || !(error instanceof PortalError) || error.code !== 'access.denied') return
  const { unitId, userId } = session
  await request.server.database
    .inUnit({ unitId, userId }, (tx) =>
      tx
        .insert(adminEvent)
        .values(eventOf(endpoint, request, 'refused', {}))
        .onConflictDoNothing(),
    )
    .catch((failure: unknown) => request.log.warn({ err: failure }, 'a refusal was not recorded'))
}

/** Records what an operator changed by a command. */
export function recordCommand(tx: Tx, unitId: string, action: string, change: AdminChange): Promise<void> {
  return recordJob(tx, { unitId, actorId: null, action }, change)
}

interface JobOrigin {
  readonly unitId: string
  /** The account of the user who set it up or began it; null when the system did, or when the account was erased. */
  readonly actorId: string | null
  readonly action: string
}

/** Records what a job did, by the right of the person who set it up or began it. */
export async function recordJob(tx: Tx, { actorId, ...origin }: JobOrigin, change: AdminChange): Promise<void> {
  const kind = actorId === null ? 'command' : 'changed'
  await tx.insert(adminEvent).values({ ...origin, actorId, kind, ...columnsOf(change), address: '', userAgent: '' })
}

function columnsOf({ target, changes = {} }: AdminChange) {
  return { targetKind: target?.kind ?? null, targetId: target?.id ?? null, changes: describeChanges(changes) }
}

const USER_AGENT_LENGTH = 200

function eventOf(
  { name }: AnyEndpoint,
  { callContext, ip, headers }: FastifyRequest,
  kind: 'changed' | 'refused',
  change: AdminChange,
): typeof adminEvent.$inferInsert {
  if (!callContext?.session) throw new Error(`${name} was called without a session`)
  const { unitId, userId, sessionId } = callContext.session
  return {
    unitId,
    kind,
    actorId: userId,
    action: name,
    ...columnsOf(change),
    address: ip,
    userAgent: cut(headers['user-agent'] ?? '', USER_AGENT_LENGTH),
    sessionId,
  }
}

/** Values before and after a change, of those that differ; null before something was there, or once it is gone. */
export function difference(
  before: Values | null,
  after: Values | null,
): { before: Values | null; after: Values | null } {
  if (!before || !after) return { before, after }
  const differs = ([name]: [string, unknown]) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)
  const changed = (values: Values) => Object.fromEntries(Object.entries(values).filter(differs))
  return { before: changed(before), after: changed(after) }
}

type Values = Readonly<Record<string, unknown>>

const HIDDEN = '[hidden]'
const TEXT_LENGTH = 300
const LIST_LENGTH = 50
const DEPTH = 4
/** Bytes of JSON. */
const CHANGES_SIZE = 8000

/** What is stored of changes: without secrets, long texts and long lists cut; of too many the names alone. */
export function describeChanges(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const described = Object.fromEntries(Object.entries(changes).map((entry) => describeEntry(entry, DEPTH)))
  if (Buffer.byteLength(JSON.stringify(described)) <= CHANGES_SIZE) return described
  return {
    fields: Object.keys(changes)
      .slice(0, LIST_LENGTH)
      .map((name) => cut(name, 60)),
  }
}

function describeEntry([name, value]: [string, unknown], depth: number): [string, unknown] {
  const isHidden = isSecretName(name) && typeof value !== 'boolean'
  return [name, isHidden ? HIDDEN : describe(value, depth)]
}

function describe(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value, TEXT_LENGTH)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '…'
  if (Array.isArray(value)) {
    const shown = value.slice(0, LIST_LENGTH).map((one) => describe(one, depth - 1))
    return value.length > LIST_LENGTH ? [...shown, `… ${value.length - LIST_LENGTH}`] : shown
  }
  return Object.fromEntries(Object.entries(value).map((entry) => describeEntry(entry, depth - 1)))
}

/** PostgreSQL takes no half of a surrogate pair in JSON. */
function cut(text: string, length: number): string {
  const characters = [...text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('')
}
