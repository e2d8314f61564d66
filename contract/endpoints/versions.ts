import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { get } from '../endpoint.ts'

const segment = text(64, 1)

export const packageVersions = get({
  name: 'versions.packageVersions',
  path: '/api/{service}/nl/{service}_package_versions',
  access: 'public',
  request: z.object({ service: segment }),
  response: z.object({ serverVersion: z.string(), webCodeVersion: z.string(), date: z.string() }),
})

export const packageJson = get({
  name: 'versions.packageJson',
  path: '/{root}/{code}/package.json',
  access: 'public',
  rawResponse: true,
  request: z.object({ root: segment, code: segment }),
  response: z.object({
    name: z.string(),
    version: z.string(),
    packageDate: z.optional(z.string()),
    serverVersion: z.optional(z.string()),
    /** Of the portal: the codes of the applications that were built with it. */
    applications: z.optional(z.array(z.string())),
  }),
})

export const versionJson = get({
  name: 'versions.versionJson',
  path: '/{root}/{code}-version/version.json',
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
