import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

const segment = text(64, 1)

export const packageVersions = endpoint({
  name: 'versions.packageVersions',
  method: 'GET',
  path: '/api/{service}/nl/{service}_package_versions',
  encoding: 'query',
  access: 'public',
  request: z.object({ service: segment }),
  response: z.object({ serverVersion: z.string(), webCodeVersion: z.string(), date: z.string() }),
})

export const packageJson = endpoint({
  name: 'versions.packageJson',
  method: 'GET',
  path: '/{root}/{code}/package.json',
  encoding: 'query',
  access: 'public',
  rawResponse: true,
  request: z.object({ root: segment, code: segment }),
  response: z.object({
    name: z.string(),
    version: z.string(),
    packageDate: z.optional(z.string()),
    serverVersion: z.optional(z.string()),
  }),
})

export const versionJson = endpoint({
  name: 'versions.versionJson',
  method: 'GET',
  path: '/{root}/{code}-version/version.json',
  encoding: 'query',
  access: 'public',
  rawResponse: true,
  request: z.object({ root: segment, code: segment }),
  response: z.array(
    z.object({
      version: z.string(),
      date: z.optional(z.string()),
      metto: z.array(z.object({ cn: z.string(), en: z.string() })),
    }),
  ),
})
