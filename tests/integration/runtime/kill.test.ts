import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runKillRounds } from '../../support/process/kill-rounds.ts'

/** `npm run bench -- kill` runs 20. */
const ROUNDS = 4
const PATIENCE = 180_000

let dataFolder: string

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'portal-kill-'))
})

afterAll(async () => {
  await rm(dataFolder, { recursive: true, force: true })
})

it(
  'loses nothing that it acknowledged when the server, or the server and its database, are killed',
  async () => {
    const report = await runKillRounds(ROUNDS, dataFolder)
    expect(report.lost).toEqual([])
    expect(report.folders).toBeGreaterThan(ROUNDS)
    expect(report.chunks).toBeGreaterThan(0)
  },
  PATIENCE,
)
