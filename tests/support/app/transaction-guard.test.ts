import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMuteServer, type MuteServer } from '../fakes/mute-server.ts'
import type { TestDatabase } from './database.ts'
import { createTestDatabase } from './database.ts'
import { guardConnections, guardDatabase } from './transaction-guard.ts'

let other: MuteServer
let own: TestDatabase
beforeAll(async () => {
  guardConnections()
  other = await startMuteServer()
  own = await createTestDatabase()
})
afterAll(async () => {
  other.close()
  await own.close()
})

const callOther = () => connect(other.port, '127.0.0.1').unref()

test.skipIf(process.platform === 'win32')(
  'another server is called between transactions, and never inside one',
  async () => {
    const database = guardDatabase(own.database)
    callOther()
    await database.transaction(async () => {
      expect(callOther).toThrow('inside a transaction')
    })
    callOther()
    await expect(database.asOwner(async () => void (await fetch(`http://127.0.0.1:${other.port}`)))).rejects.toThrow()
  },
)
