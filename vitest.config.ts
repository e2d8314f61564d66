import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,src,apps,tests/integration,tests/bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/global-setup.ts'],
  },
})
