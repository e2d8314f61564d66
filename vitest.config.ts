import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** One less than there are cores unless told, which on two is one after the other. */
const WORKERS = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  test: {
    include: ['{contract,server,src,apps,tests/integration,tests/bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: WORKERS,
    globalSetup: ['tests/support/global-setup.ts'],
  },
})
