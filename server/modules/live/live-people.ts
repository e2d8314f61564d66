import type { LiveEvent } from '../../../contract/endpoints/live.ts'
import type { Session } from '../../http/call.ts'

/** One stream to one browser. */
export interface LiveConnection extends Pick<Session, 'unitId' | 'userId' | 'sessionId'> {
  send(event: LiveEvent): void
  end(): void
}

/** Who is connected to this process, by unit and person. */
export interface LivePeople {
  add(connection: LiveConnection): void
  remove(connection: LiveConnection): void
  has(unitId: string, userId: string): boolean
  /** A unit's connected people. */
  idsOf(unitId: string): string[]
  /** The connections of some of a unit's people. */
  of(unitId: string, userIds: readonly string[]): LiveConnection[]
  ofSession(unitId: string, sessionId: string): LiveConnection[]
  /** All connections of all units. */
  sessions(): LiveConnection[]
  /** Each unit with its connected people. */
  everybody(): [unitId: string, userIds: string[]][]
}

export function createLivePeople(): LivePeople {
  const units = new Map<string, Map<string, Set<LiveConnection>>>()

  const connectionsIn = (unitId: string): LiveConnection[] =>
    [...(units.get(unitId)?.values() ?? [])].flatMap((own) => [...own])

  return {
    add(connection) {
      const unit = units.get(connection.unitId) ?? new Map<string, Set<LiveConnection>>()
      units.set(connection.unitId, unit)
      const own = unit.get(connection.userId) ?? new Set()
      unit.set(connection.userId, own)
      own.add(connection)
    },
    remove(connection) {
      const unit = units.get(connection.unitId)
      const own = unit?.get(connection.userId)
      own?.delete(connection)
      if (own?.size === 0) unit?.delete(connection.userId)
      if (unit?.size === 0) units.delete(connection.unitId)
    },
    has: (unitId, userId) => units.get(unitId)?.has(userId) ?? false,
    idsOf: (unitId) => [...(units.get(unitId)?.keys() ?? [])],
    of: (unitId, userIds) => userIds.flatMap((userId) => [...(units.get(unitId)?.get(userId) ?? [])]),
    ofSession: (unitId, sessionId) => connectionsIn(unitId).filter((connection) => connection.sessionId === sessionId),
    sessions: () => [...units.keys()].flatMap(connectionsIn),
    everybody: () => [...units].map(([unitId, unit]) => [unitId, [...unit.keys()]]),
  }
}
