import { defineConfig } from 'vitest/config'
import { threadFiles } from './scripts/thread-files.mjs'

/** `npm run test:hostile`: what takes minutes, or hundreds of connections. One file at a time, because each loads and measures the machine. */
export default defineConfig({
  plugins: [threadFiles()],
  test: {
    name: 'hostile',
    environment: 'node',
    globalSetup: ['tests/support/app/global-setup.ts'],
    include: ['tests/hostile/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    execArgv: ['--expose-gc'],
    fileParallelism: false,
  },
})
