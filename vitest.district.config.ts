import { defineConfig } from 'vitest/config'

/** `npm run test:district`: one district for all files, whose portals and servers they stop and start, so one file at a time. */
export default defineConfig({
  test: {
    name: 'district',
    environment: 'node',
    include: ['tests/district/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    isolate: false,
    fileParallelism: false,
  },
})
