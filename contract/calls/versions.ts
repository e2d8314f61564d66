import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { row } from '../row.ts'

const segment = text(64, 1)

export const packageVersions = row({
  name: 'versions.packageVersions',
  method: 'GET',
  path: '/api/{service}/nl/{service}_package_versions',
  encoding: 'query',
  access: 'public',
  input: z.object({ service: segment }),
  answer: z.object({ serverVersion: z.string(), webCodeVersion: z.string(), date: z.string() }),
})

/** The deployed front end's own facts. */
export const packageJson = row({
  name: 'versions.packageJson',
  method: 'GET',
  path: '/{root}/{code}/package.json',
  encoding: 'query',
  access: 'public',
  bare: true,
  input: z.object({ root: segment, code: segment }),
  answer: z.object({
    name: z.string(),
    version: z.string(),
    packageDate: z.optional(z.string()),
    serverVersion: z.optional(z.string()),
  }),
})

/** The list of versions that the about dialog shows. */
export const versionJson = row({
  name: 'versions.versionJson',
  method: 'GET',
  path: '/{root}/{code}-version/version.json',
  encoding: 'query',
  access: 'public',
  bare: true,
  input: z.object({ root: segment, code: segment }),
  answer: z.array(
    z.object({
      version: z.string(),
      date: z.optional(z.string()),
      metto: z.array(z.object({ cn: z.string(), en: z.string() })),
    }),
  ),
})
