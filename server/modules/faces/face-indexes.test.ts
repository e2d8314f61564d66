import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { silentLog } from '../../runtime/logger.ts'
import { createVault } from '../../runtime/vault.ts'
import { makeDescriptor } from '../../../tests/support/samples/made-descriptor.ts'
import { createFaceIndexes } from './face-indexes.ts'
import { sealDescriptor } from './seal-face.ts'

const LIMITS = { distance: 0.5, margin: 0.05 }
/** Room for the first faces of two units. */
const BYTES = 80 * 1024

/** Each unit has one person, whose face is that of the unit's number. */
function createUnits(maxBytes: number) {
  const vault = createVault(randomBytes(32))
  const reads: string[] = []
  const stub: Pick<Database, 'inUnit' | 'listen'> = {
    inUnit: async ({ unitId }) => {
      reads.push(unitId)
      const photoId = `photo of ${unitId}`
      const sealedDescriptor = sealDescriptor(vault, photoId, makeDescriptor(Number(unitId)))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only query that is made
      return [{ photoId, userId: `person of ${unitId}`, sealedDescriptor }] as never
    },
    listen: (_, handler) => {
      handler.onListening()
      return { ready: Promise.resolve(), close: async () => undefined }
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is called
  const indexes = createFaceIndexes(stub as Database, vault, silentLog, maxBytes)
  const find = (unitId: string) => indexes.search(unitId, makeDescriptor(Number(unitId)), LIMITS)
  return { reads, find, indexes }
}

it('forgets the faces of the unit that was not searched for longest when there are too many, and reads them again', async () => {
  const { reads, find, indexes } = createUnits(BYTES)
  for (const unitId of ['1', '2', '1', '3', '1']) expect(await find(unitId)).toBe(`person of ${unitId}`)
  expect(reads).toEqual(['1', '2', '3'])
  expect(await find('2')).toBe('person of 2')
  expect(reads).toEqual(['1', '2', '3', '2'])
  await indexes.close()
})

it('keeps the faces of a unit that alone has more than there is room for', async () => {
  const { reads, find, indexes } = createUnits(1024)
  for (const unitId of ['1', '1', '2', '2']) expect(await find(unitId)).toBe(`person of ${unitId}`)
  expect(reads).toEqual(['1', '2'])
  await indexes.close()
})
