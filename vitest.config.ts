import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** One less than there are cores unless told, which on two is one after the other. */
const WORKERS = Math.max(2, availableParallelism() - 1)
// Time limits end what hangs; no test depends on how fast the machine is.
const EACH = { environment: 'node', testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: WORKERS } as const

/** Stores of the page and the memory for chunks are module state, so each of these test files needs modules of its own. */
const WITH_STATE = ['src/app/**/*.test.{ts,tsx}', 'server/blobs/{local,s3}/*.test.ts']
/** Each file is another one that is run once more over a bucket; modules that were loaded before would not register their tests again. */
const AGAIN = 'tests/integration/files/bucket/*.test.ts'
/** Loading the server takes longer than most of these; it keeps nothing in its modules, so that one copy does for all files of a worker. */
const WITH_SERVER = 'tests/integration/**/*.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    projects: [
      {
        test: {
          ...EACH,
          name: 'units',
          isolate: false,
          include: ['{contract,server,src,apps,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...WITH_STATE, WITH_SERVER],
        },
      },
      { test: { ...EACH, name: 'stateful', include: WITH_STATE } },
      { test: { ...EACH, name: 'integration', isolate: false, include: [WITH_SERVER], exclude: [AGAIN] } },
      { test: { ...EACH, name: 'bucket', include: [AGAIN] } },
    ],
  },
})
