import type * as z from 'zod/mini'
import { unitConfiguration, type UnitConfiguration } from '../../contract/endpoints/units/unit-configuration.ts'
import { errorText, isErrorCode } from '../../contract/error-texts.ts'

/** A JSON object whose keys are settings. */
export type Settings = Readonly<Record<string, unknown>>

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `key=value` as settings: dots lead into objects and lists, a value that is no JSON is a text. Undefined for any other argument. */
export function settingOf(argument: string): Settings | undefined {
  const [, path, text = ''] = /^([\w.]+)=([^]*)$/.exec(argument) ?? []
  if (path === undefined) return undefined
  const [first = '', ...rest] = path.split('.')
  return { [first]: rest.reduceRight<unknown>((value, key) => ({ [key]: value }), readValue(text)) }
}

function readValue(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `base` with what `change` says: objects are merged, and entries of lists by their number; null removes what is below the first level. */
export function mergeSettings(base: unknown, change: unknown, depth = 0): unknown {
  if (Array.isArray(base) && isSettings(change)) {
    const merged: unknown[] = [...base]
    for (const [at, value] of Object.entries(change)) {
      if (!/^\d+$/.test(at) || Number(at) > merged.length) return change
      merged[Number(at)] = mergeSettings(merged[Number(at)], value, depth + 1)
    }
    return merged.filter((value) => value !== null)
  }
  if (!isSettings(change)) return change
  const merged: Record<string, unknown> = isSettings(base) ? { ...base } : {}
  for (const [key, value] of Object.entries(change)) {
    if (value === null && depth > 0 && key !== 'apipath') delete merged[key]
    else merged[key] = mergeSettings(merged[key], value, depth + 1)
  }
  return merged
}

/** Checks the whole configuration; `problems` has a sentence for each wrong setting, which begins with its key. */
export function checkSettings(
  settings: unknown,
): { readonly configuration: UnitConfiguration } | { readonly problems: readonly string[] } {
  const parsed = unitConfiguration.safeParse(settings)
  if (parsed.success) return { configuration: parsed.data }
  return { problems: parsed.error.issues.flatMap((issue) => describe(issue, settings)) }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function describe(issue: z.core.$ZodIssue, settings: unknown): string[] {
  const key = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const known = key === '' ? `; there are ${['logo', ...Object.keys(unitConfiguration.shape)].join(', ')}` : ''
    return issue.keys.map((name) => `${[...issue.path, name].join('.')}: there is no such setting${known}.`)
  }
  const value: unknown = issue.path.reduce<unknown>((at, name) => Object(at)[name], settings)
  const given = JSON.stringify(value) ?? 'missing'
  return [`${key}: ${expected(issue)}. It is ${given.length > 80 ? `${given.slice(0, 80)}…` : given}.`]
}

/** What a wrong value would have to be, as the beginning of a sentence. */
export function expected(issue: z.core.$ZodIssue): string {
  if (isErrorCode(issue.message)) return errorText(issue.message, 'en')
  switch (issue.code) {
    case 'invalid_type':
      return `It must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `It must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `It may have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`
    case 'invalid_format':
      return 'It has characters or a form that are not allowed'
    default:
      return 'It is not valid'
  }
}
