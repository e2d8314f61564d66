import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** One less than there are cores unless told, which on two is one after the other. */
const WORKERS = Math.max(2, availableParallelism() - 1)

/** They load the whole server, which takes longer than most of them. It keeps nothing in its modules, so that one copy of it does for all of a worker's files. */
const WITH_SERVER = 'tests/integration/*/*.test.ts'
const EACH = { environment: 'node', testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: WORKERS } as const

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      {
        test: {
          ...EACH,
          name: 'alone',
          include: ['{contract,server,src,apps,tests}/**/*.test.{ts,tsx}'],
          exclude: [WITH_SERVER],
        },
      },
      { test: { ...EACH, name: 'together', include: [WITH_SERVER], isolate: false } },
    ],
  },
})
