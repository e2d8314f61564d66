import { defineConfig } from 'vitest/config'
import { threadFiles } from './scripts/thread-files.mjs'

/** `npm run test:district`: one district for all files, whose portals and servers they stop and start, so one file at a time. */
export default defineConfig({
  plugins: [threadFiles()],
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
