import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,src,apps,tests/integration,tests/bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    // As in the browser: what waits for other processes may be starved on a busy machine, and is named in the report.
    retry: 1,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/global-setup.ts'],
  },
})
