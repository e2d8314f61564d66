import { availableParallelism } from 'node:os'
import svgr from 'vite-plugin-svgr'
import { defineConfig } from 'vitest/config'
import { threadFiles } from './scripts/thread-files.mjs'

const WORKERS = Math.max(2, availableParallelism() - 1)
// Time limits end what hangs; no test depends on how fast the machine is.
const EACH = { environment: 'node', testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: WORKERS } as const

/** Module state (the page's stores, the chunk buffers), or a module of Node that is replaced: each of these test files needs modules of its own. */
const WITH_STATE = [
  'src/app/**/*.test.{ts,tsx}',
  'server/blobs/{local,s3}/*.test.ts',
  'server/modules/identity-providers/provider-fetch.test.ts',
]
/** Each of these imports another test file to run it over a bucket; a module that is loaded already would not register its tests again. */
const AGAIN = 'tests/integration/files/bucket/*.test.ts'
/** Loading the server takes longer than most of these tests; it has no module state, so all files of a worker share one copy. */
const WITH_SERVER = 'tests/integration/**/*.test.ts'

/** What takes long for few tests, mostly with processes and databases of its own, or tells the same again over a bucket: `npm run test:all` runs it, `npm test` does not. */
const LONG = [
  'server/blobs/s3/{s3-outages,s3-merges}.test.ts',
  'tests/integration/auth/guessing.test.ts',
  'tests/integration/runtime/{kill,start,start-bucket}.test.ts',
  'tests/integration/database/database-{damage,embedded,migrate,timeouts}.test.ts',
  'tests/integration/http/{bad-input-walk,unproved-bodies}.test.ts',
  'tests/integration/jobs/two-processes.test.ts',
  'tests/integration/mail/outbox.test.ts',
  'tests/integration/dev/{demo-hours,face-calibrate,hello-application}.test.ts',
  'tests/integration/faces/face-drawn.test.ts',
  'tests/integration/people/killed-erasure.test.ts',
  'tests/integration/imports/{import-fuzz,killed-import,marked-sheet,scheduled-imports}.test.ts',
  'tests/integration/spreadsheets/table-export.test.ts',
  'tests/integration/units/unit-export.test.ts',
]

/** Attacks and faults that take minutes or much memory: `npm run test:hostile`. */
const HOSTILE = 'tests/hostile/**/*.test.ts'
/** Needs servers that `npm run test:district` starts. */
const DISTRICT = 'tests/district/**/*.test.ts'

const plugins = [svgr(), threadFiles()]

export default defineConfig({
  // For the global setup.
  plugins,
  test: {
    globalSetup: ['tests/support/app/global-setup.ts'],
    projects: [
      {
        plugins,
        test: {
          ...EACH,
          name: 'units',
          isolate: false,
          include: ['{contract,server,src,apps,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...WITH_STATE, WITH_SERVER, HOSTILE, DISTRICT],
        },
      },
      { plugins, test: { ...EACH, name: 'stateful', include: WITH_STATE, exclude: LONG } },
      {
        plugins,
        test: { ...EACH, name: 'integration', isolate: false, include: [WITH_SERVER], exclude: [AGAIN, ...LONG] },
      },
      { plugins, test: { ...EACH, name: 'long', isolate: false, include: LONG } },
      { plugins, test: { ...EACH, name: 'long-bucket', include: [AGAIN] } },
    ],
  },
})
